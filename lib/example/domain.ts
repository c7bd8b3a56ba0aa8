/** The nouns of the fictional service, from which the templates generate everything. */
export type Entity = {
  readonly name: string;
  readonly plural: string;
  readonly fields: readonly Field[];
  readonly verbs: readonly string[];
};
type Field = {
  readonly name: string;
  readonly type: "string" | "number" | "Date" | "boolean";
  readonly note: string;
};

const field = (name: string, type: Field["type"], note: string): Field => ({ name, type, note });

const COMMON_VERBS = ["create", "audit", "archive", "restore"];

export const ENTITIES: readonly Entity[] = [
  entity(
    "parcel",
    "parcels",
    ["register", "locate", "deliver", "return"],
    [
      field("trackingNumber", "string", "as printed on the label, without spaces"),
      field("weightGrams", "number", "gross weight, rounded up by the carrier"),
      field("destinationCountry", "string", "ISO 3166-1 alpha-2"),
    ],
  ),
  entity(
    "scan",
    "scans",
    ["record", "merge", "discard"],
    [
      field("depotCode", "string", "four letters, empty for handheld scans"),
      field("occurredAt", "Date", "clock of the scanner, which may drift by minutes"),
      field("sequence", "number", "per depot and day, not unique across depots"),
    ],
  ),
  entity(
    "carrier",
    "carriers",
    ["enable", "suspend", "probe"],
    [
      field("apiBase", "string", "without a trailing slash"),
      field("timeoutMs", "number", "total, connection included"),
      field("isSandbox", "boolean", "sandbox answers are never billed"),
    ],
  ),
  entity(
    "delivery",
    "deliveries",
    ["plan", "attempt", "confirm", "reschedule"],
    [
      field("windowStart", "Date", "local time of the recipient"),
      field("attempts", "number", "three at most, then the parcel goes back"),
      field("signedBy", "string", "null until confirmed"),
    ],
  ),
  entity(
    "webhook",
    "webhooks",
    ["accept", "verify", "replay"],
    [
      field("signature", "string", "HMAC-SHA256 over the raw body"),
      field("receivedAt", "Date", "our clock"),
      field("attempt", "number", "the carrier's own counter, starts at 1"),
    ],
  ),
  entity(
    "notification",
    "notifications",
    ["enqueue", "render", "send", "suppress"],
    [
      field("channel", "string", "mail, text or push"),
      field("locale", "string", "BCP 47"),
      field("sentAt", "Date", "null while queued"),
    ],
  ),
  entity(
    "label",
    "labels",
    ["print", "void", "reprint"],
    [
      field("format", "string", "zpl or pdf"),
      field("widthMm", "number", "100 for every carrier but one"),
      field("isVoided", "boolean", "a void label may still be scanned once"),
    ],
  ),
  entity(
    "depot",
    "depots",
    ["open", "close", "reroute"],
    [
      field("code", "string", "four letters"),
      field("capacity", "number", "parcels per hour"),
      field("closesAt", "Date", "local time"),
    ],
  ),
  entity(
    "address",
    "addresses",
    ["normalise", "geocode", "reject"],
    [
      field("postalCode", "string", "upper case, no spaces"),
      field("line1", "string", "street and number"),
      field("confidence", "number", "0 to 1, below 0.6 a person looks at it"),
    ],
  ),
  entity(
    "invoice",
    "invoices",
    ["draft", "issue", "cancel"],
    [
      field("amountCents", "number", "gross"),
      field("currency", "string", "ISO 4217"),
      field("dueAt", "Date", "fourteen days after issue"),
    ],
  ),
  entity(
    "route",
    "routes",
    ["assign", "optimise", "lock"],
    [
      field("vehicleId", "string", "null until assigned"),
      field("stops", "number", "120 at most"),
      field("isLocked", "boolean", "a locked route takes no more parcels"),
    ],
  ),
  entity(
    "claim",
    "claims",
    ["file", "settle", "refuse"],
    [
      field("reason", "string", "lost, damaged or late"),
      field("amountCents", "number", "what the customer asks for"),
      field("decidedAt", "Date", "null while open"),
    ],
  ),
];

function entity(name: string, plural: string, verbs: readonly string[], fields: readonly Field[]): Entity {
  return { name, plural, verbs: [...verbs, ...COMMON_VERBS], fields };
}

export const pascal = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
