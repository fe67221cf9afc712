import type { MissingPlace } from '@authz-playground/engine/logs'

/** The offset in a request as HTTP at which a missing part is to be written. */
export function offsetOf(place: Exclude<MissingPlace, 'requestor'>, text: string): number {
  const head = endOfHead(text)
  switch (place) {
    case 'request':
      return text.startsWith('#') ? text.indexOf('\n') : endOfLine(text, 0)
    case 'impersonation': {
      const header = /^Impersonate-User[^\n]*/im.exec(text.slice(0, head))
      return header === null ? head : header.index + header[0].length
    }
    case 'body':
      return text.length
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

/** Before the blank line, or the end of the text. */
function endOfHead(text: string): number {
  const blank = text.indexOf('\n\n')
  return blank === -1 ? text.trimEnd().length : blank
}
