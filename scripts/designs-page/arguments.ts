import {
  type AnswerTable,
  ARGUMENTS,
  type Argument,
  settledRows,
  sourceOf,
  type Verdict,
} from '@authz-playground/examples/arguments'
import { list, prose, table } from './markdown.ts'

/** Where `npm start` serves the playground: no public host is part of this repository. */
const PLAYGROUND = 'http://localhost:4173/'

/** The claims of the documents that can be computed, each with its result. */
export function argumentsSettled(): string {
  const count = (kind: Verdict['kind']): number => ARGUMENTS.filter(({ verdict }) => verdict.kind === kind).length
  return [
    '## Arguments, settled',
    `${ARGUMENTS.length} claims that can be computed: ${count('holds')} hold, ${count('only-if')} hold on a condition, ${count('does-not-hold')} do not. Authors are named where the text as reviewed names them. Each claim is played in the playground, under “Compare designs”: “replay” opens it there, where \`npm start\` serves the playground. Behind the address of any other playground, \`#compare/arguments/\` and the name of an argument do the same.`,
    list(ARGUMENTS.map(oneArgument)),
  ].join('\n\n')
}

/** An argument with an anchor of its own, which its title links to. */
function oneArgument({ id, title, claim, assumes, verdict }: Argument): string {
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
  const best = argument && settledRows(argument).find((row) => row.name === 'best' && row.design === design)
  if (best === undefined) throw new Error('there is no request with eight parts')
  return argument?.notSaidYet?.includes(design) ? 'not said yet' : `${best.checks}`
}
