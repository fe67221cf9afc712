/** The lines of a pasted text that are entries of a list: blank ones and the blanks around them do not count. */
export function linesOfPaste(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
