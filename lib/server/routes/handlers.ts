import type { RouteKey } from "../../api/routes";
import type { GuardOptions } from "../door/guard";

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

export type AnswerRoute = (
  key: RouteKey,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;

export type Call<Key extends RouteKey = RouteKey> = {
  readonly request: Request;
  readonly url: URL;
  /** The values of the names in braces. */
  readonly params: Readonly<Record<NamesIn<Key>, string>>;
  /** The bytes of a JSON body, at most `maxBody`. */
  readonly json: () => Promise<Uint8Array>;
  /** Answers another call by its route, with all checks. */
  readonly answerRoute: AnswerRoute;
};

/**
 * Returns the entire response, or the value of the first answer that the contract lists: JSON, or nothing if it is
 * null.
 */
type Run<Key extends RouteKey> = (call: Call<Key>) => unknown;

type Options<Key extends RouteKey> = Omit<GuardOptions, "access"> & {
  readonly run: Run<Key>;
  /** Allows parameters that the contract does not list: monitors and providers add their own. */
  readonly hasOpenQuery?: boolean;
};
export type Handler<Key extends RouteKey> = Run<Key> | Options<Key>;
export type Handlers<Key extends RouteKey> = { readonly [K in Key]: Handler<K> };
