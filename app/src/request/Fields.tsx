import type { Readable } from './readable.ts'
export function Fields(_: { readonly readable: Readable }) {
  return null
}
