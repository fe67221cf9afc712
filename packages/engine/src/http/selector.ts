/** A parsed selector, or the error of Go's parser. */
export type ParsedSelector<Requirement> =
  | { readonly ok: true; readonly requirements: readonly Requirement[] }
  | { readonly ok: false; readonly message: string }
