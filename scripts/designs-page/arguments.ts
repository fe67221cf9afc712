import type { Trace } from '@authz-playground/engine'
import {
  type AnswerTable,
  ARGUMENTS,
  type Argument,
  notSaidYet,
  settle,
  sourceOf,
  toPlay,
  type Verdict,
} from '@authz-playground/examples/arguments'
import { outcomeOf, traceOf } from './decided.ts'
import { list, prose, table } from './markdown.ts'

/** Where `npm start` serves the playground: no public host is part of this repository. */
const PLAYGROUND = 'http://localhost:4173/'

/** The claims of the documents that can be computed, each with its result. */
export function argumentsSettled(): string {
  const settled = ARGUMENTS.map((argument) => ({ argument, verdict: settle(argument, tracesOf(argument)) }))
  const count = (kind: Verdict['kind']): number => settled.filter(({ verdict }) => verdict.kind === kind).length
  return [
    '## Arguments, settled',
    `${settled.length} claims that can be computed: ${count('holds')} hold, ${count('only-if')} hold on a condition, ${count('does-not-hold')} do not. Authors are named where the text as reviewed names them. Each claim is played in the playground, under “Compare designs”: “replay” opens it there, where \`npm start\` serves the playground. Behind the address of any other playground, \`#compare/arguments/\` and the name of an argument do the same.`,
    list(settled.map(({ argument, verdict }) => oneArgument(argument, verdict))),
  ].join('\n\n')
}

/** An argument with an anchor of its own, which its title links to. */
function oneArgument({ id, title, claim, assumes }: Argument, verdict: Verdict): string {
  const { title: document, url, asReviewed } = sourceOf(claim)
  const source = url === undefined ? document : `[${document}](${url})`
  const from = [source, asReviewed ? 'as reviewed' : undefined, claim.section, claim.author].filter(
    (part) => part !== undefined,
  )
  return [
    `<a id="argument-${id}"></a>**[${title}](#argument-${id})** “${claim.quote}” (${from.join(', ')}; [replay](${PLAYGROUND}#compare/arguments/${id})).`,
    `*${inShort(verdict)}.* ${prose(verdict.sentence)}`,
    ...(assumes === undefined ? [] : [`Assumed: ${prose(assumes)}`]),
    ...(verdict.table === undefined ? [] : [answersOf(verdict.table)]),
  ].join(' ')
}

/** The table of an item in a list, indented as its paragraphs are. */
function answersOf({ head, requests, rows }: AnswerTable): string {
  const answers = table(
    [head === 'Design' ? '' : head, ...requests.map(prose)],
    rows.map(({ of, values }) => [prose(of), ...values.map(String)]),
  )
  return `\n\n${answers.replace(/^/gm, '  ')}\n`
}

function inShort(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'holds':
      return 'Holds'
    case 'does-not-hold':
      return 'Does not hold'
    case 'only-if':
      return `Holds only if ${prose(verdict.condition)}`
  }
}

/** Checks of the thread’s request with eight parts, where everything that the design asks for is granted. */
export function checksOfEightParts(design: string): string {
  const argument = ARGUMENTS.find(({ id }) => id === 'eight-parts')
  const best = argument?.cases.best
  if (argument === undefined || best === undefined) throw new Error('there is no request with eight parts')
  if (notSaidYet(argument, tracesOf(argument)).has(design)) return 'not said yet'
  return `${outcomeOf({ ...best.scenario, design }).checks}`
}

const traces = new WeakMap<Argument, readonly Trace[]>()

/** What came of all that an argument plays, decided once. */
function tracesOf(argument: Argument): readonly Trace[] {
  const known = traces.get(argument) ?? toPlay(argument).map(({ scenario }) => traceOf(scenario))
  traces.set(argument, known)
  return known
}
