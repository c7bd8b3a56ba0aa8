import { fieldsOf, hexOf, type ProtoField } from "../protobuf";

const ID_BYTES = 32;
const MESSAGE = 1;

/**
 * The ids of a conversation's messages in order, as hex: field 1 of the protocol buffer that is its root. Null if the
 * bytes are not a protocol buffer.
 */
export function messageIdsIn(root: Uint8Array): string[] | null {
  const idOf = ({ number, bytes }: ProtoField) =>
    number === MESSAGE && bytes?.length === ID_BYTES ? hexOf(bytes) : [];
  return fieldsOf(root)?.flatMap(idOf) ?? null;
}
