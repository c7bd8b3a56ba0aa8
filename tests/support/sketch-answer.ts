/** The part of an answer that a test defines; an unknown field is a type error. */
export type Sketch<T> = T extends readonly (infer Item)[]
  ? readonly Sketch<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Sketch<T[Key]> }
    : T;

/** An API answer of which only the given fields are used. */
export const sketchAnswer = <T>(fields: Sketch<T>): T => fields as T;
