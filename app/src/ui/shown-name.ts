import { visibleLine } from '@authz-playground/engine/internal/words'

/** The name of a file as the page shows it: on one line, and no character of it hides or turns the text around it. */
export function shownName({ name }: { readonly name: string }): string {
  return visibleLine(name)
}
