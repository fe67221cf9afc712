import type { Diagnostic } from '@authz-playground/engine'

/** The text of a file of the gallery by its path, such as `gallery.yaml`; undefined where there is none. */
export type ReadFile = (path: string) => string | undefined

/** The list of all examples, beside the folder `examples`. */
export const GALLERY = 'gallery.yaml'

/** A problem with its file and line. */
export function placed(file: string, { range, message, fix = '' }: Diagnostic): string {
  return `${file}:${range.line}: ${message} ${fix}`
}
