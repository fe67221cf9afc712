/**
 * The layout that a text took on after a program had written it: colours, borders and prefixes of lines, blanks that look
 * like the usual one, links that an editor added, entities of HTML. {@link withoutLayout} undoes it. The breaks of lines
 * stay, so that every part keeps its line; readers of the words allow them anywhere.
 */

const ESCAPE = '\u001b'

/** Colours of a terminal: the characters, or what viewers of logs print for them. */
const COLOURS = new RegExp(`(?:${ESCAPE}|(?<!\\\\)\\\\+(?:u001b|x1b|033|e)|\\^\\[)\\[[\\d;?]*[A-Za-z]`, 'g')

/** Blanks of editors and chats. Go prints none of them unescaped, so none is from a name. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const INVISIBLE = /\r|\u00ad|\u200b|\u200c|\u200d|\u200e|\u200f|\u2060|[\u202a-\u202e]|\ufeff/g

/** What stands before each line of a message, one after another. */
const PREFIXES: readonly RegExp[] = [
  // Terraform, tmux, a table.
  /^[ \t]*[│┃║╷╵┆▌▏|]+ ?/,
  // A quote in a mail, or in Markdown.
  /^[ \t]*>[ \t]?/,
  // `kubectl logs --prefix`, then Docker Compose.
  /^\[[\w.-]+\/[\w./-]+\] /,
  /^[\w.-]+ +\| /,
  // The times of CI and of container runtimes.
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]? /,
  /^(?:stdout|stderr) [FP] /,
  /^#\d+ \d+\.\d+ /,
  /^##\[error\]/,
  /^remote: /,
]

/** The line without the borders at its end, which it reads backwards: a search would begin anew at each of many blanks. */
export function withoutBorder(line: string): string {
  let end = beforeBlanks(line, line.length)
  let cut = line.length
  for (;;) {
    if (/[│┃║]/.test(line.charAt(end - 1))) end = beforeBlanks(line, end - 1)
    else if (line[end - 1] === '|' && isBlank(line.charAt(end - 2))) end -= 2
    else return line.slice(0, cut)
    cut = end
  }
}

function beforeBlanks(line: string, end: number): number {
  let at = end
  while (isBlank(line.charAt(at - 1))) at--
  return at
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t'
}

function withoutFrame(line: string): string {
  let rest = withoutBorder(line)
  for (;;) {
    const prefix = PREFIXES.find((one) => one.test(rest))
    if (prefix === undefined) return rest
    rest = rest.replace(prefix, '')
  }
}

/** `[label](https://…)` of Markdown, `<https://…|label>` of Slack, `<https://…>`. */
const LINKS = /\[([^\][]+)\]\((?:https?|mailto):[^)]*\)|<(?:https?|mailto):[^>|]*\|([^>]+)>|<(https?:[^>|\s]*)>/g

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' }),
  ...Object.entries({ ldquo: '“', rdquo: '”', bdquo: '„', lsquo: '‘', rsquo: '’', laquo: '«', raquo: '»' }),
])

/** An entity, which the end of a line may cut. */
const ENTITY = /&(?:\n?[a-z\d#]){2,8}\n?;/gi

const ENCODED_QUOTE = /&(?:amp;)*(?:quot|apos|[lrb]dquo|[lr]squo|[lr]aquo|#0*3[49]|#x0*2[27]|#82(?:16|17|2[0-2]));/i
const USER_QUOTED = /user[\s*_]*\\*["'`“„‘«]/i

/**
 * Undoes one escaping of HTML where the text has it: its quotes are encoded. The API server encodes `<` in names by itself,
 * which is not layout.
 */
function withoutHTML(text: string): string {
  const whole = text.replace(ENTITY, (entity) => moved(entity, entity.replace(/\n/g, '')))
  if (!ENCODED_QUOTE.test(whole) || USER_QUOTED.test(whole)) return text
  return whole.replace(ENTITY, (entity) => {
    const name = entity.slice(1, -1).toLowerCase()
    const number = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (name.startsWith('#')) return number > 0 && number <= 0xffff ? String.fromCharCode(number) : entity
    return NAMED_ENTITIES.get(name) ?? entity
  })
}

/** A replacement, and after it the breaks of lines of the original. */
function moved(original: string, replacement: string): string {
  return replacement + '\n'.repeat(original.split('\n').length - replacement.split('\n').length)
}

/**
 * Two asterisks that begin a word, and the next two, which end one: bold in Markdown. Quotes are all within, or the whole
 * sentence is bold; other asterisks stand for a name.
 */
const BOLD = /(?<![\w*])\*\*(?=\w)([^*\n]{0,400}(?:\n[^*\n]{1,400}){0,3})(?<=[\w."'`])\*\*(?![\w*])/g

/** The text without the asterisks of bold words. */
export function withoutBold(text: string): string {
  return text.replace(BOLD, (bold: string, words: string, at: number) => {
    const isInQuotes = /\S/.test(text[at - 1] ?? ' ') && text[at - 1] === text[at + bold.length]
    const isToEnd = /^\s*$/.test(text.slice(at + bold.length).split('\n', 1)[0] ?? '')
    return isInQuotes ? (/["'`]/.test(words) ? bold : words) : isToEnd ? words : bold
  })
}

/** The text as a terminal shows it. */
export function withoutColours(text: string): string {
  return text.replace(COLOURS, '')
}

/** Layers of layout: a quote of a terminal in a chat in a page. */
const MOST_LAYERS = 6

/** The text without layout, with as many lines. */
export function withoutLayout(text: string): string {
  let plain = text
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const before = plain
    plain = withoutColours(plain).replace(INVISIBLE, '').replace(BLANKS, ' ')
    plain = plain.split('\n').map(withoutFrame).join('\n')
    plain = plain.replace(LINKS, (link, markdown, slack, bare) => moved(link, markdown ?? slack ?? bare))
    plain = withoutHTML(plain)
    if (plain === before) break
  }
  return plain
}
