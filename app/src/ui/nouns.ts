import type { Inline, RichText } from '@authz-playground/engine'

/** Verbs, modes, users, API groups, headers and gates, as they occur in our own sentences. */
const NOUN =
  /^(?:impersonate(?:-on)?(?::.+)?|system:.+|(?:associated|arbitrary)-node|user-info|Impersonate-[A-Z].*|[\w.-]+\.k8s\.io|[A-Z]\w+[a-z][A-Z]\w+)$/

/** Longer words are names from input; the pattern is not tried on them. Characters. */
const LONGEST = 100

/** Finds the Kubernetes nouns in a plain sentence, so that they are set in mono. */
export function withNouns(clause: string): RichText {
  const words: Inline[] = []
  const say = (text: string): void => {
    const last = words.at(-1)
    if (typeof last === 'string') words[words.length - 1] = last + text
    else if (text !== '') words.push(text)
  }
  for (const token of clause.split(/(\s+)/)) {
    const end = token.search(/[,.;:]?$/)
    const word = token.slice(0, end)
    if (word.length > LONGEST || NOUN.test(word)) {
      words.push({ code: word })
      say(token.slice(end))
    } else say(token)
  }
  return words
}

/** A sentence whose Kubernetes nouns are between backticks, as words and code. A backtick without its partner stays. */
export function withCode(text: string): RichText {
  return text
    .split(/(`[^`]+`)/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^`[^`]+`$/.test(piece) ? { code: piece.slice(1, -1) } : piece))
}
