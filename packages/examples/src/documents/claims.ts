import { DESIGN_LIST, type Diagnostic, type Scenario } from '@authz-playground/engine'
import { DOCUMENT, type Expectation, type ValueOf } from '@authz-playground/engine/documents'
import {
  type DocumentKind,
  documentOf,
  fits,
  type JsonPath,
  mapping,
  readShaped,
  type WrittenScenario,
  writtenDocument,
  wrongIn,
} from '@authz-playground/engine/internal/scenario-file'
import type { DocumentId, MadeArgument, MadeTopic, SourceDocument, Verdict } from '../arguments/index.ts'
import type { Example } from '../example.ts'
import { GALLERY, placed, type ReadFile } from './file.ts'

/** The list of all claims, beside the folder `arguments`. */
export const LIST = 'arguments.yaml'

const text = { is: 'text' } as const
const texts = { is: 'list', of: text } as const

const LIST_SHAPE = mapping(
  {
    version: { is: 'one', of: [1] },
    sources: {
      is: 'map',
      of: mapping({ title: text, cited: text, url: text, elsewhere: { is: 'boolean' } }, 'title'),
      words: 'a mapping from names to sources',
    },
    topics: { is: 'list', of: mapping({ id: text, title: text, arguments: texts }, 'id', 'title', 'arguments') },
    inShort: texts,
  },
  'version',
  'sources',
  'topics',
  'inShort',
)

const LIST_KIND: DocumentKind<ValueOf<typeof LIST_SHAPE>> = {
  shape: LIST_SHAPE,
  fits: (value) => fits(value, LIST_SHAPE),
  version: 1,
  what: 'the list of the claims',
}

const { assumptions, cluster, requestor, request, requests, policy, objects, expect } = DOCUMENT.fields
const { webhook, storedObject, webhookChanges, schema } = DOCUMENT.fields
/** What a claim and its cases may say of their scenarios, as scenario documents do. */
const SCENARIO = {
  assumptions,
  cluster,
  requestor,
  request,
  requests,
  policy,
  objects,
  webhook,
  storedObject,
  webhookChanges,
  schema,
} as const

const CASE = mapping(
  {
    ...SCENARIO,
    shows: text,
    example: text,
    policies: texts,
    grantsEverything: { is: 'boolean' },
    results: { is: 'map', of: text, words: 'a mapping from designs to results' },
    expect,
  },
  'shows',
  'results',
)

const SHAPE = mapping(
  {
    ...SCENARIO,
    version: { is: 'one', of: [1] },
    title: text,
    quote: text,
    source: text,
    section: text,
    author: text,
    when: text,
    assumes: text,
    verdict: mapping(
      {
        kind: { is: 'one', of: ['holds', 'only-if', 'does-not-hold'] },
        condition: text,
        sentence: text,
        answers: mapping({ cases: texts, designs: texts }, 'cases', 'designs'),
        table: mapping(
          {
            head: text,
            requests: texts,
            rows: {
              is: 'list',
              of: mapping({ of: text, values: { is: 'list', of: { is: 'number' } } }, 'of', 'values'),
            },
          },
          'head',
          'requests',
          'rows',
        ),
      },
      'kind',
      'sentence',
    ),
    notSaidYet: texts,
    policies: { is: 'map', of: text, words: 'a mapping from names to policies' },
    cases: { is: 'map', of: CASE, words: 'a mapping from names to cases' },
  },
  'version',
  'title',
  'quote',
  'source',
  'section',
  'verdict',
  'cases',
)
type Written = ValueOf<typeof SHAPE>
type WrittenCase = Written['cases'][string]

const KIND: DocumentKind<Written> = {
  shape: SHAPE,
  fits: (value) => fits(value, SHAPE),
  version: 1,
  what: 'a claim',
}

/** What is made of the claims: their sources, their topics with them, and what is not for the page. */
export interface ReadArguments {
  readonly sources: Readonly<Record<string, SourceDocument>>
  readonly topics: readonly MadeTopic[]
  readonly inShort: readonly string[]
  /** The answers that cases must have beyond their results, by claim and case. */
  readonly expected: readonly ExpectedCase[]
}

/** A case with more to expect than its results. */
export interface ExpectedCase {
  readonly argument: string
  readonly name: string
  readonly scenario: Scenario
  readonly expect: readonly Expectation[]
}

/**
 * The claims in their order. Throws an error with every problem, each with its file and line: a file that is missing, a field
 * that is unknown or missing, a name of nothing.
 */
export function readArguments(read: ReadFile, examples: readonly Example[]): ReadArguments {
  const { sources, topics, inShort } = readList(read)
  const problems: string[] = []
  const expected: ExpectedCase[] = []
  const all = topics.map(({ id, title, arguments: ids }) => ({
    id,
    title,
    arguments: ids.flatMap((argument): readonly MadeArgument[] => {
      const file = `arguments/${id}/${argument}.yaml`
      const found = read(file)
      if (found === undefined) {
        problems.push(`${LIST}: ${argument} has no file ${file}.`)
        return []
      }
      const claim = readArgument(argument, found, Object.keys(sources), examples)
      problems.push(...claim.diagnostics.map((one) => placed(file, one)))
      expected.push(...claim.expected)
      return claim.made === undefined ? [] : [claim.made]
    }),
  }))
  const ids = topics.flatMap((topic) => topic.arguments)
  for (const id of inShort) if (!ids.includes(id)) problems.push(`${LIST}: “inShort” names ${id}, which is no claim.`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { sources, topics: all, inShort, expected }
}

/** The sources of claims and intents, by their names. */
export function readSources(read: ReadFile): ReadArguments['sources'] {
  return readList(read).sources
}

function readList(read: ReadFile): ValueOf<typeof LIST_SHAPE> {
  const { written, diagnostics } = readShaped(read(LIST) ?? '', LIST_KIND)
  if (written === undefined) throw new Error(diagnostics.map((one) => placed(LIST, one)).join('\n'))
  return written
}

/** What a document of a claim says. */
export interface ReadArgument {
  /** Absent where any part was not understood. */
  readonly made?: MadeArgument
  readonly expected: readonly ExpectedCase[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * A claim of its document, by the names of the sources that there are and the examples that its cases may name. Never throws.
 */
export function readArgument(
  id: string,
  found: string,
  sources: readonly string[],
  examples: readonly Example[],
): ReadArgument {
  const { written, at, diagnostics } = readShaped(found, KIND)
  if (written === undefined) return { diagnostics, expected: [] }
  const problems: Diagnostic[] = []
  const wrong: Wrong = (message, fix, ...path) => {
    problems.push(at('wrong-claim', message, fix, path))
  }
  const { title, quote, source, section, author, when, assumes, notSaidYet } = written
  if (!sources.includes(source)) {
    wrong(`There is no source “${source}”.`, `The sources are ${sources.join(', ')}.`, 'source')
  }
  const cases = Object.entries(written.cases).map(([name, one]) => ({
    name,
    one,
    scenario: scenarioOf(one, written, examples, (message, fix, ...path) =>
      wrong(message, fix, 'cases', name, ...path),
    ),
  }))
  const verdict = verdictOf(written, answersOf(written, wrong), wrong)
  if (problems.length > 0) return { diagnostics: problems, expected: [] }
  const scenarios = cases.flatMap(({ scenario }) => scenario ?? [])
  const common = commonOf(scenarios)
  return {
    made: {
      id,
      title,
      claim: {
        quote,
        document: source as DocumentId,
        section,
        ...(author !== undefined && { author }),
        ...(when !== undefined && { when }),
      },
      ...(assumes !== undefined && { assumes: withTitles(assumes) }),
      verdict,
      ...(notSaidYet && { notSaidYet }),
      scenario: common,
      cases: Object.fromEntries(
        cases.map(({ name, one: { shows, grantsEverything, results }, scenario = {} }) => [
          name,
          { shows, ...(grantsEverything && { grantsEverything }), scenario: without(scenario, common), results },
        ]),
      ),
    },
    expected: cases.flatMap(({ name, one: { expect }, scenario }): readonly ExpectedCase[] =>
      expect === undefined || scenario === undefined ? [] : [{ argument: id, name, scenario, expect }],
    ),
    diagnostics,
  }
}

/** Notes what is wrong at a path of the document. */
type Wrong = (message: string, fix: string, ...path: JsonPath) => void

/** The scenario of a case, under the first design of its results; undefined where something is wrong. */
function scenarioOf(
  { example, shows: _, policies, grantsEverything: __, results, expect = [], ...own }: WrittenCase,
  claim: Written,
  examples: readonly Example[],
  wrong: Wrong,
): Scenario | undefined {
  const shared = Object.fromEntries(Object.entries(claim).filter(([field]) => field in SCENARIO))
  const parts = policies?.map((name, index) => {
    const part = claim.policies?.[name]
    if (part === undefined) {
      const fix = `The policies are ${Object.keys(claim.policies ?? {}).join(', ')}.`
      wrong(`There is no policy “${name}”.`, fix, 'policies', index)
    }
    return part ?? ''
  })
  const designs = Object.keys(results)
  const said: WrittenScenario = {
    ...shared,
    ...(example !== undefined && exampleOf(example, examples, wrong)),
    ...(parts && { policy: parts.join('---\n') }),
    ...own,
    expect: [...designs.map((design) => ({ design })), ...expect],
  }
  const problems = [...wrongIn(said)]
  for (const { message, fix, path } of problems) wrong(message, fix, ...writtenPath(path, designs))
  if (problems.length > 0) return undefined
  const [design = 'constrained'] = designs
  return documentOf({ ...said, design }).scenario
}

/** Where a case has a value of its scenario: its expectations begin with the designs of its results. */
function writtenPath([field, index, ...rest]: JsonPath, designs: readonly string[]): JsonPath {
  if (field !== 'expect' || typeof index !== 'number') return [field, index, ...rest].flatMap((key) => key ?? [])
  const design = designs[index]
  return design === undefined ? ['expect', index - designs.length, ...rest] : ['results', design]
}

/** What an example of the gallery says of its scenario. */
function exampleOf(id: string, examples: readonly Example[], wrong: Wrong): WrittenScenario {
  const example = examples.find((one) => one.id === id)
  if (example === undefined) {
    wrong(`There is no example “${id}”.`, `Name one of ${GALLERY}.`, 'example')
    return {}
  }
  const { version: _, ...said } = writtenDocument({ ...example, explanation: '', expect: [] })
  return said
}

/** The codes that the results of cases say, by `CASE in DESIGN`, and by `CASE` for its first design. */
function answersOf({ cases }: Written, wrong: Wrong): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  for (const [name, { results }] of Object.entries(cases)) {
    for (const [design, result] of Object.entries(results)) {
      const code = RESULT.exec(result)?.[1]
      if (code === undefined) {
        const fix =
          'Write “CODE: CHECKS + CHECKS OF THE REQUEST, by MODE”, as in “200: 2 + 1, by impersonate:user-info”.'
        wrong(`“${result}” is not a result.`, fix, 'cases', name, 'results', design)
      }
      for (const words of [name, `${name} in ${design}`]) {
        if (!answers.has(words)) answers.set(words, Number(code))
      }
    }
    if (!answers.has(name)) wrong('A case has results.', 'Name a design and its result.', 'cases', name, 'results')
  }
  return answers
}

/** `CODE: CHECKS + CHECKS_OF_THE_REQUEST, by MODE`. */
const RESULT = /^(\d{3}): \d+ \+ \d+(?:, by \S+)?$/

/** The answer of a case in a sentence. */
const ANSWER = /\{(\w+(?: in [\w.-]+)?)\}/g

/** The verdict with the answers of its cases in it. */
function verdictOf({ verdict, cases }: Written, answers: ReadonlyMap<string, number>, wrong: Wrong): Verdict {
  const { kind, condition, sentence, answers: shown, table } = verdict
  const answer = (words: string, ...path: JsonPath): number => {
    const code = answers.get(words)
    if (code === undefined) {
      wrong(`“${words}” is no result of a case.`, 'Name a case, or “CASE in DESIGN”.', 'verdict', ...path)
    }
    return code ?? 0
  }
  const filled = sentence.replace(ANSWER, (_, words: string) => `${answer(words, 'sentence')}`)
  const said = {
    sentence: withTitles(filled),
    ...(table && { table: { ...table, rows: table.rows.map((row) => ({ ...row, of: withTitle(row.of) })) } }),
    ...(shown && {
      table: {
        head: 'Design',
        requests: shown.cases.map((name) => cases[name]?.shows ?? ''),
        rows: shown.designs.map((design) => ({
          of: TITLES.get(design) ?? design,
          values: shown.cases.map((name) => answer(`${name} in ${design}`, 'answers')),
        })),
      },
    }),
  }
  if (kind !== 'only-if') {
    if (condition !== undefined)
      wrong(`A claim that ${kind} has no condition.`, 'Leave it out.', 'verdict', 'condition')
    return { kind, ...said }
  }
  if (condition === undefined) wrong('There is no condition.', 'Write condition: after “Holds only if”.', 'verdict')
  return { kind, condition: withTitles(condition ?? ''), ...said }
}

const TITLES = new Map(DESIGN_LIST.map(({ id, title }) => [id, title]))

/** A text with the titles of designs instead of their ids between backticks. */
function withTitles(text: string): string {
  return text.replace(/`([a-z-]+)`/g, (whole, id: string) => {
    const title = TITLES.get(id)
    return title === undefined ? whole : `“${title}”`
  })
}

/** The head of a row: the title of a design that it names between backticks, or its words. */
function withTitle(text: string): string {
  return TITLES.get(/^`(.*)`$/.exec(text)?.[1] ?? '') ?? text
}

/** What all the scenarios say alike. */
function commonOf([first, ...others]: readonly Scenario[]): Partial<Scenario> {
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([field, value]) =>
      others.every((other) => isSame(other[field as keyof Scenario], value)),
    ),
  )
}

/** Whether two parts of scenarios, which one reader made, are the same. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What a scenario says beside what all say. */
function without(scenario: Partial<Scenario>, common: Partial<Scenario>): Partial<Scenario> {
  return Object.fromEntries(Object.entries(scenario).filter(([field]) => !(field in common)))
}
