/** A sentence piece by piece: words, Kubernetes nouns, links into the documentation. Words from the text stand in `code`. */
export type Prose = readonly (string | { readonly code: string } | { readonly link: string; readonly href: string })[]
