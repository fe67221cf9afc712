/** The entries in a pasted text: its lines without blanks at their ends. Blank lines are left out. */
export function linesOfPaste(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
