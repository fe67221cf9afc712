/** Words of titles that tell how a request ends, and its codes. */
const TELLING =
  /\b(?:[2-5]\d\d|allow(?:s|ed)?|den(?:y|ies|ied)|refus\w*|reject\w*|forb\w*|granted|passe[sd]|fail(?:s|ed)|(?:may|is|are|does) not|cannot be|matches nothing)\b/i

/** Whether a title may tell an audience the end of a request. Then it is shown at the end. */
export function tellsTheEnd(title: string): boolean {
  return TELLING.test(title)
}
