import { DOT, isBlankOrEnd, MINUS } from './characters.ts'
import type { Cursor } from './cursor.ts'

/** Whether `---` or `...` is at the cursor, at the start of a line and followed by a blank or the end. */
export function isDocumentIndicator(cursor: Cursor): boolean {
  if (cursor.pos !== cursor.lineStart) return false
  const code = cursor.code()
  return (
    (code === MINUS || code === DOT) &&
    cursor.code(1) === code &&
    cursor.code(2) === code &&
    isBlankOrEnd(cursor.code(3))
  )
}
