import { DESIGN_LIST } from '../designs/index.ts'
import { printHTTP, type RequestText } from '../http/index.ts'
import { ANY_VERSION, type Discovery, isKnownVerb } from '../kube/index.ts'
import { isRuleName, RULE_NAMES } from '../lint/index.ts'
import { nearest, type Span } from '../text/index.ts'
import type { RichText } from '../trace/index.ts'
import {
  COUNTED,
  type Goal,
  type GoalAnswer,
  type GoalProblem,
  type GoalQuestion,
  type GoalSubject,
  type GoalTarget,
} from './goal.ts'
import { readAction } from './goal-action.ts'
import { flagsOf, headersOf, readSubject, readTarget } from './goal-user.ts'
import { type Expected, GoalMistake, Sentence } from './sentence.ts'
import { goalWords } from './words.ts'

/** The result of reading a goal. `nouns`: the places of its names in the sentence, in its order. */
export type ReadGoal =
  | { readonly goal: Goal; readonly nouns: readonly Span[]; readonly problem?: undefined }
  | { readonly goal?: undefined; readonly nouns?: undefined; readonly problem: GoalProblem }

/** Sentences longer than this, in UTF-16 code units, are refused. */
export const LONGEST = 4000

/**
 * Reads a goal. Takes any text and never throws.
 *
 * @param custom resources that the policy's text defines, beside the built-in ones
 */
export function readGoal(text: string, discovery: Discovery = ANY_VERSION): ReadGoal {
  const sentence = text.trim().replace(/\.$/, '')
  const offset = text.indexOf(sentence)
  try {
    if (sentence.length > LONGEST) {
      const message = `The sentence has ${sentence.length.toLocaleString('en')} characters, and a goal has at most ${LONGEST.toLocaleString('en')}.`
      throw new GoalMistake({ message, fix: 'Write a shorter one.', start: offset, end: offset + 1 })
    }
    return goalIn(sentence, offset, discovery)
  } catch (error) {
    if (error instanceof GoalMistake) return { problem: error.problem }
    throw error
  }
}

/**
 * A sentence as people read it: its text, with the names in it set off as code. Without `nouns`, of a sentence that is not
 * understood, it is words alone.
 */
export function goalInWords(text: string, nouns: readonly Span[] = []): RichText {
  let at = 0
  const words = nouns.flatMap(({ start, end }): RichText => {
    const before = text.slice(at, start)
    at = end
    return [...(before === '' ? [] : [before]), { code: text.slice(start, end) }]
  })
  const rest = text.slice(at)
  return rest === '' ? words : [...words, rest]
}

const UNDER = /^under\s+(\S+?)\s*,\s*/

/** What may follow the beginning of a goal that is not about a request. Takes any text and never throws. */
export function expectedAfter(beginning: string, discovery: Discovery): Expected {
  const sentence = new Sentence(beginning.trimStart().replace(UNDER, ''))
  try {
    otherQuestion(sentence, discovery)
  } catch (error) {
    if (!(error instanceof GoalMistake)) throw error
  }
  return sentence.expected
}

interface Understood<Part> {
  readonly part: Part
  readonly nouns: readonly Span[]
}

function goalIn(text: string, offset: number, discovery: Discovery): ReadGoal {
  const under = UNDER.exec(text)
  if (under === null) {
    const { part: question, nouns } = questionIn(text, offset, discovery)
    return { goal: { question }, nouns }
  }
  const [prefix, design = ''] = under
  const known = DESIGN_LIST.map(({ id }) => id)
  if (!known.includes(design)) {
    const near = nearest(design, known)
    const fix = near === undefined ? `Designs are ${known.join(', ')}.` : `Did you mean “${near}”?`
    const start = offset + text.indexOf(design)
    throw new GoalMistake({ message: `Unknown design “${design}”.`, fix, start, end: start + design.length })
  }
  const { part: question, nouns } = questionIn(text.slice(prefix.length), offset + prefix.length, discovery)
  return { goal: { design, question }, nouns }
}

const REQUEST = /\s*(?=(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+\/|kubectl\s|curl\s)/y

/** Where the comma before the text of a request is, and where that begins: not between quotes. Undefined where there is none. */
function requestPlace(text: string): { readonly comma: number; readonly begins: number } | undefined {
  for (const { written, start, end } of goalWords(text)) {
    if (written !== ',') continue
    REQUEST.lastIndex = end
    const blanks = REQUEST.exec(text)
    if (blanks !== null) return { comma: start, begins: end + blanks[0].length }
  }
  return undefined
}

/** The answer at the end of a sentence about a request. */
const ANSWER = /:\s*([^:\s]\S*?)\s*(?:,?\s*by\s+(\S+))?$/

function questionIn(text: string, offset: number, discovery: Discovery): Understood<GoalQuestion> {
  const request = requestPlace(text)
  if (request !== undefined) return requestIn(text, request, offset)
  const answer = /^the request\s*:/.test(text) ? answerIn(text, offset) : undefined
  if (answer !== undefined) return { part: { kind: 'answer', answer: answer.answer }, nouns: answer.nouns }
  const sentence = new Sentence(text, offset)
  const question = otherQuestion(sentence, discovery)
  sentence.end('End the goal here, or make two goals of it.')
  return { part: question, nouns: sentence.nouns }
}

function otherQuestion(sentence: Sentence, discovery: Discovery): GoalQuestion {
  if (sentence.isAtEnd) sentence.expect('under')
  if (sentence.take('the', 'request')) return aboutRequest(sentence, discovery)
  if (sentence.take('nothing', 'else', 'changes')) return { kind: 'unchanged', else: true }
  if (sentence.take('nothing', 'changes')) return { kind: 'unchanged', else: false }
  if (sentence.take('lint', 'finds')) return lintGoal(sentence)
  for (const [words, some] of [
    [['no', 'rule', 'says'], false],
    [['a', 'rule', 'says'], true],
  ] as const)
    if (sentence.take(...words)) return { kind: 'rule-says', words: wordsOf(sentence), some }
  for (const [words, some] of [
    [['no', 'binding', 'names'], false],
    [['a', 'binding', 'names'], true],
  ] as const)
    if (sentence.take(...words)) return { kind: 'binding-names', words: wordsOf(sentence), some }
  for (const bound of ['at most', 'at least', 'exactly'] as const)
    if (sentence.take(...bound.split(' '))) return countGoal(sentence, bound)
  if (sentence.take('nobody')) {
    const others = sentence.take('else')
    sentence.oneOf(['can'], '“can”')
    if (!others && sentence.take('become')) {
      const fix = 'Write a username, namespace/name of a service account, or Group/name.'
      return { kind: 'become', word: sentence.name('a subject', fix) }
    }
    return { kind: 'only', subjects: [], others, action: readAction(sentence, discovery) }
  }
  if (sentence.take('only')) {
    const subjects = readSubjects(sentence)
    sentence.oneOf(['can'], '“can”')
    return { kind: 'only', subjects, others: false, action: readAction(sentence, discovery) }
  }
  const subject = readSubject(sentence)
  const as = readTarget(sentence)
  const can = canOrCannot(sentence)
  if (!can && as === undefined && sentence.take('act', 'as', 'anybody')) {
    const fix = 'Write usernames, with commas between them.'
    return { kind: 'act-as', subject, but: sentence.take('but') ? sentence.names('a username', fix) : [] }
  }
  return { kind: 'can', subject, ...(as && { as }), can, action: readAction(sentence, discovery) }
}

function canOrCannot(sentence: Sentence): boolean {
  if (sentence.isAtEnd) sentence.expect('can', 'cannot', ', GET /', ', kubectl')
  for (const word of ['cannot', "can't", 'can’t']) if (sentence.takeOther(word)) return false
  if (sentence.takeOther('can', 'not')) return false
  if (sentence.take('can')) return true
  const near = nearest(sentence.next, ['can', 'cannot'])
  const fix = near === undefined ? 'Write “can”, “cannot” or “, GET /path: 200”.' : `Did you mean “${near}”?`
  throw sentence.mistake('“can”, “cannot”, or a comma and a request', fix)
}

function wordsOf(sentence: Sentence): readonly string[] {
  return sentence.names('a word', 'Write the word that the policy has, such as impersonate.')
}

function lintGoal(sentence: Sentence): GoalQuestion {
  if (sentence.take('nothing')) return { kind: 'lint' }
  const finds = sentence.name('the name of a rule of the lint', 'Write “nothing”, or a name of docs/lint.')
  if (!isRuleName(finds)) {
    const near = nearest(finds, RULE_NAMES)
    const fix = near === undefined ? 'The names are those of the pages in docs/lint.' : `Did you mean “${near}”?`
    throw sentence.wrong(`No rule of the lint is called “${finds.slice(0, 40)}”.`, fix)
  }
  return { kind: 'lint', finds }
}

function countGoal(sentence: Sentence, bound: 'at most' | 'at least' | 'exactly'): GoalQuestion {
  const number = sentence.number('a whole number', `Write ${bound} 3 rules.`)
  const one = COUNTED.find((name) => sentence.take(name) || sentence.takeOther(name.slice(0, -1)))
  if (one === undefined) throw sentence.mistake('what is counted', `Write one of ${COUNTED.join(', ')}.`)
  if (/^[A-Z]/.test(one)) sentence.markNoun()
  return { kind: 'count', bound, number, of: one }
}

function aboutRequest(sentence: Sentence, discovery: Discovery): GoalQuestion {
  if (sentence.take('asks', 'to')) {
    const action = readAction(sentence, discovery)
    const as = readTarget(sentence)
    return { kind: 'asks', action, ...(as && { as }) }
  }
  if (sentence.take('is', 'from')) return { kind: 'from', subject: readSubject(sentence) }
  const has = sentence.take('says')
  if (has || sentence.take('does', 'not', 'say')) {
    const text = sentence.takeRest().replace(/^"(.*)"$/, '$1')
    if (text === '') throw sentence.mistake('a text', 'Write a part of the request, such as Impersonate-User.')
    return { kind: 'request-text', text, has }
  }
  throw sentence.mistake(
    '“: 200”, “asks to”, “is from”, “says” or “does not say”',
    'Write “the request: 200” or “the request asks to list pods in prod”.',
  )
}

function readSubjects(sentence: Sentence): readonly GoalSubject[] {
  const fix = 'Write usernames, groups and service accounts, with commas between them.'
  return sentence.names('a subject', fix).map((word) => ({ word, groups: [] }))
}

function requestIn(
  text: string,
  { comma, begins: after }: NonNullable<ReturnType<typeof requestPlace>>,
  offset: number,
): Understood<GoalQuestion> {
  const head = new Sentence(text.slice(0, comma), offset)
  const then = readThen(head)
  const subject = readSubject(head)
  const as = readTarget(head)
  head.end('Write “SUBJECT, GET /path: 200” or “SUBJECT as USER, GET /path: 200”.')
  const { answer, start, nouns } = answerIn(text, offset)
  const written = text.slice(after, start).trim()
  const begins = offset + after
  return {
    part: {
      kind: 'request',
      subject,
      ...(as && { as }),
      request: requestText(written, as, begins),
      answer,
      ...(then && { then }),
    },
    nouns: [...head.nouns, { start: begins, end: begins + written.length }, ...nouns],
  }
}

function readThen(head: Sentence): { readonly after: number } | undefined {
  if (!head.take('then')) return undefined
  if (!head.take('after')) {
    head.take(',')
    return { after: 0 }
  }
  const after = head.number('a number of seconds', 'Write “then after 11 s, …”.')
  head.oneOf(['s', 'seconds', 'second'], '“s”')
  head.take(',')
  return { after }
}

/** The answer at the end of a sentence, where it begins, and its names. */
function answerIn(
  text: string,
  offset: number,
): { readonly answer: GoalAnswer; readonly start: number; readonly nouns: readonly Span[] } {
  const found = ANSWER.exec(text)
  const [, word = '', by] = found ?? []
  const code = word.replace(/,$/, '')
  const start = found?.index ?? text.length
  const place = { start: offset + Math.max(0, Math.min(start, text.length - 1)), end: offset + text.length }
  if (!/^\d{3}$/.test(code)) {
    const message = 'The sentence does not end with the code of the answer.'
    throw new GoalMistake({ message, fix: 'Write “: 200”, or “: 403, by impersonate:user-info”.', ...place })
  }
  if (by !== undefined && !isKnownVerb(by, false)) {
    const message = `“${by}” is neither a mode of impersonation nor a verb.`
    const fix = 'Write impersonate:user-info, impersonate for the legacy verb, or the verb of the check that refuses.'
    throw new GoalMistake({ message, fix, ...place })
  }
  const nouns = by === undefined ? [] : [{ start: place.end - by.length, end: place.end }]
  return { answer: { code: Number(code), ...(by !== undefined && { by }) }, start, nouns }
}

function requestText(written: string, as: GoalTarget | undefined, start: number): RequestText {
  const place = { start, end: start + Math.max(1, written.length) }
  if (written.startsWith('curl')) {
    if (as === undefined) return { form: 'curl', text: written }
    const message = 'A curl command says itself whom it asks to become.'
    throw new GoalMistake({
      message,
      fix: 'Write -H "Impersonate-User: NAME" in the command, and leave out “as”.',
      ...place,
    })
  }
  if (written.startsWith('kubectl')) {
    if (as === undefined) return { form: 'kubectl', text: written }
    if (/\s--as\b/.test(written)) {
      const message = 'The sentence says twice whom the request asks to become.'
      throw new GoalMistake({ message, fix: 'Leave out “as”, or --as.', ...place })
    }
    const odd = as.extra?.find(({ key }) => /[A-Z=]/.test(key))
    if (odd !== undefined) {
      const message = `kubectl sends keys in lower case and without “=”, and not “${odd.key}”.`
      throw new GoalMistake({ message, fix: 'Write the request as GET /path.', ...place })
    }
    // The words after “--” are not kubectl's own.
    const end = /(?<!\s)\s+--\s|$/.exec(written)?.index ?? written.length
    return { form: 'kubectl', text: [written.slice(0, end), ...flagsOf(as)].join(' ') + written.slice(end) }
  }
  const [method = '', target = '', ...more] = written.split(/\s+/)
  if (more.length > 0) {
    const message = 'The path of a request has no blanks.'
    throw new GoalMistake({ message, fix: 'Write %20 for a blank.', ...place })
  }
  const headers = as === undefined ? [] : headersOf(as)
  return { form: 'http', text: printHTTP({ method, target, headers, body: '' }).text }
}
