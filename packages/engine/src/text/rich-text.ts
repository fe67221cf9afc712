/** A piece of a text. Kubernetes nouns (verbs, resources, headers) are `code`, and are shown in a monospaced font. */
export type Inline = string | { readonly code: string }

/** A text of ours, piece by piece, such as the label of a node or an edge. */
export type RichText = readonly Inline[]
