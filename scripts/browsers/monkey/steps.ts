import { linkHash } from '@authz-playground/engine/documents'
import type { Random } from '@authz-playground/engine/internal/vectors'
import { EXAMPLES } from '@authz-playground/examples'
import { type KeyName, MARK, type Modifier, NAMED_KEYS, type NamedKey, type Visitor } from '../visitor.ts'
import { BRING, MARK_ONE, TO_POLICY } from './page.ts'

/** What a step did. */
export interface Step {
  /** In words, for whom has to repeat it. */
  readonly did: string
  /** It may take away what was written, as a key in an editor does. */
  readonly mayDelete?: boolean
}

/** Buttons that take away what was written, as they say. */
const DELETING = /\b(undo|redo|delete|remove|clear|forget)\b/i

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 568],
  [844, 390],
  [1920, 1200],
] as const

const SHORTCUTS: readonly (readonly [KeyName, Modifier])[] = [
  ...(['g', 'i', 'k', 'l', 'p', 'q', 'r', 'y'] as const).map((letter) => [letter, 'Alt'] as const),
  ...(['a', 'z', 'y', 'Home', 'End', 'Enter', 'Space'] as const).map((key) => [key, 'Control'] as const),
  ...(['Tab', 'ArrowUp', 'ArrowDown', 'Home'] as const).map((key) => [key, 'Shift'] as const),
]

const ODD = [
  '\u202e',
  '\u200b',
  '😀',
  '"',
  '{',
  '[[',
  '- a: &b',
  '*b',
  '---\n',
  '# lint:ignore x',
  '\t',
  '0x10',
  '<b>',
  '$(id)',
]

/** A text that somebody might bring: of an example, a part of one, or odd. */
function textOf(random: Random): string {
  const { policy, request } = random.pick(EXAMPLES).scenario
  const text = random.pick([policy, request.text, policy.repeat(random.between(1, 50))])
  const [start, end] = [random.between(0, text.length), random.between(0, text.length)]
  return random.pick([text, text.slice(start, end), text.slice(0, start) + random.pick(ODD) + text.slice(start)])
}

/** A hash that somebody might follow. */
function hashOf(random: Random): string {
  const { id, title, scenario } = random.pick(EXAMPLES)
  const policy = textOf(random)
  const own = (): string =>
    linkHash({ document: { title, explanation: '', expect: [], scenario: { ...scenario, policy } } })
  const damaged = (): string => own().slice(0, random.between(1, 200))
  return random.pick([() => `#example/${id}`, own, damaged, () => '#', () => `#example/${random.pick(ODD)}`])()
}

/** Writes a comment with this mark at the end of the policy; undefined where there is no policy to write in. */
export async function write(visitor: Visitor, mark: string): Promise<Step | undefined> {
  if (!(await visitor.evaluate<boolean>(TO_POLICY))) return undefined
  await visitor.key('End', 'Control')
  await visitor.key('Enter')
  await visitor.type(`# ${mark}`)
  return { did: `write ${mark}` }
}

async function press(visitor: Visitor, random: Random): Promise<Step> {
  const name = await visitor.evaluate<string | null | undefined>(MARK_ONE, random.next(), MARK)
  if (typeof name !== 'string') return { did: 'press nothing' }
  const step = { did: `press ${name}`, mayDelete: DELETING.test(name) }
  // It may be gone or covered by now.
  return await visitor.pressMarked().then(
    () => step,
    () => ({ ...step, did: `${step.did} (gone)` }),
  )
}

async function key(visitor: Visitor, random: Random): Promise<Step> {
  const named = Object.keys(NAMED_KEYS) as NamedKey[]
  const [name, held] = random.chance(0.5) ? [random.pick(named)] : random.pick(SHORTCUTS)
  await visitor.key(name, held)
  return { did: `key ${held === undefined ? '' : `${held}+`}${name}`, mayDelete: true }
}

async function type(visitor: Visitor, random: Random): Promise<Step> {
  const text = random.pick([random.pick(ODD), textOf(random).slice(0, 40)])
  await visitor.type(text)
  return { did: `type ${JSON.stringify(text)}`, mayDelete: true }
}

async function bring(visitor: Visitor, random: Random): Promise<Step> {
  const [kind, asFile] = [random.pick(['paste', 'drop']), random.chance(0.6)]
  const text = textOf(random)
  await visitor.evaluate(BRING, kind, asFile, text, random.next(), random.next())
  // A text that is pasted replaces what is selected.
  return { did: `${kind} ${text.length} characters${asFile ? ' as a file' : ''}`, mayDelete: !asFile }
}

async function follow(visitor: Visitor, random: Random): Promise<Step> {
  const hash = hashOf(random)
  await visitor.evaluate('(hash) => { location.hash = hash }', hash)
  return { did: `follow ${hash.slice(0, 60)}` }
}

async function go(visitor: Visitor, random: Random): Promise<Step> {
  const where = random.pick(['history.back()', 'history.forward()', 'location.reload()'])
  await visitor.evaluate(`() => { ${where} }`)
  return { did: where }
}

async function resize(visitor: Visitor, random: Random): Promise<Step> {
  const [width, height] = random.pick(SIZES)
  await visitor.resize(width, height)
  return { did: `resize to ${width}×${height}` }
}

/** One step that is not {@link write}. */
export function anyStep(visitor: Visitor, random: Random): Promise<Step> {
  const steps = [
    [40, press],
    [12, key],
    [6, type],
    [8, bring],
    [8, follow],
    [12, go],
    [4, resize],
  ] as const
  return random.weighted(steps)(visitor, random)
}
