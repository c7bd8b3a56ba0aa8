/** As much of an answer as a test draws; a field that the answer does not have is a fault of types. */
export type Sketch<T> = T extends readonly (infer Item)[]
  ? readonly Sketch<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Sketch<T[Key]> }
    : T;

/** An answer of the API of which only the given fields are looked at. */
export const sketchAnswer = <T>(fields: Sketch<T>): T => fields as T;
