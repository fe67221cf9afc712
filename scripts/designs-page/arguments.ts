import {
  type AnswerTable,
  ARGUMENTS,
  type Argument,
  settledRows,
  sourceOf,
  TOPICS,
  type Verdict,
} from '@authz-playground/examples/arguments'
import { list, prose, table } from './markdown.ts'

/** The documents of claims, as seen from `docs`. */
const DOCUMENTS = '../packages/examples/arguments'

/** The claims of the documents that can be computed, each with its result. */
export function argumentsSettled(): string {
  const count = (kind: Verdict['kind']): number => ARGUMENTS.filter(({ verdict }) => verdict.kind === kind).length
  return [
    '## Arguments, settled',
    `${ARGUMENTS.length} claims that can be computed: ${count('holds')} hold, ${count('only-if')} hold on a condition, ${count('does-not-hold')} do not. Authors are named where the text as reviewed names them. “document” is the file of a claim, with its policy, its requests and the results that they must have. To play a claim, append \`#compare/arguments/NAME\` to the address of a playground, such as the one that \`npm start\` prints. NAME is the file’s name without \`.yaml\`.`,
    list(TOPICS.flatMap(({ id, arguments: claims }) => claims.map((one) => oneArgument(one, `${DOCUMENTS}/${id}`)))),
  ].join('\n\n')
}

/** An argument with an anchor of its own, which its title links to, and a link to its document in a folder. */
function oneArgument({ id, title, claim, assumes, verdict }: Argument, folder: string): string {
  const { title: document, url, asReviewed } = sourceOf(claim)
  const source = url === undefined ? document : `[${document}](${url})`
  const from = [source, asReviewed ? 'as reviewed' : undefined, claim.section, claim.author].filter(
    (part) => part !== undefined,
  )
  return [
    `<a id="argument-${id}"></a>**[${title}](#argument-${id})** “${claim.quote}” (${from.join(', ')}; [document](${folder}/${id}.yaml)).`,
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
