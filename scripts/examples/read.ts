import { readScenarioDocument, type ScenarioDocument, type ValueOf } from '@authz-playground/engine/documents'
import { type DocumentKind, fits, mapping, readShaped } from '@authz-playground/engine/internal/scenario-file'
import type { Example, ExpectedResult } from '@authz-playground/examples'
import { GALLERY, placed, type ReadFile } from '@authz-playground/examples/documents'
import { LEVELS, type Route } from '@authz-playground/examples/route'

const text = { is: 'text' } as const
const texts = { is: 'list', of: text } as const

/** The codes that the gallery has words for. */
const CODES: readonly ExpectedResult['code'][] = [200, 201, 400, 403, 404, 500]

const ENTRY = mapping(
  {
    id: text,
    note: text,
    expected: mapping({ by: text, words: text, code: { is: 'one', of: [200, 201, 403] } }, 'by', 'words', 'code'),
    counterpart: mapping(
      { form: { is: 'one', of: ['printed', 'mended', 'reviewed', 'merged'] }, other: text },
      'form',
      'other',
    ),
  },
  'id',
)

const SHAPE = mapping(
  {
    version: { is: 'one', of: [1] },
    groups: {
      is: 'list',
      of: mapping(
        { title: text, folder: text, examples: { is: 'list', of: { is: 'text-or', mapping: ENTRY } } },
        'title',
        'folder',
        'examples',
      ),
    },
    routes: {
      is: 'list',
      of: mapping(
        {
          id: text,
          title: text,
          audiences: { is: 'list', of: { is: 'one', of: ['learn', 'debug', 'designs'] } },
          sentence: text,
          grouped: { is: 'boolean' },
          first: texts,
          further: texts,
          expert: texts,
        },
        'id',
        'title',
        'audiences',
        'sentence',
      ),
    },
  },
  'version',
  'groups',
  'routes',
)

const KIND: DocumentKind<ValueOf<typeof SHAPE>> = {
  shape: SHAPE,
  fits: (value) => fits(value, SHAPE),
  version: 1,
  what: 'the list of the gallery',
}

/**
 * The examples of the gallery in their order. Throws an error with every problem, each with its file and line: a file that is
 * missing or is not a scenario document, a field that is unknown or missing.
 */
export function readExamples(read: ReadFile): readonly Example[] {
  const { written } = readList(read)
  const problems: string[] = []
  const examples = written.groups.flatMap(({ title: group, folder, examples }) =>
    examples.flatMap((entry): readonly Example[] => {
      const { id, note, expected, counterpart } = typeof entry === 'string' ? { id: entry } : entry
      const file = `examples/${folder}/${id}.yaml`
      const written = read(file)
      if (written === undefined) {
        problems.push(`${GALLERY}: ${id} has no file ${file}.`)
        return []
      }
      const { document, diagnostics } = readScenarioDocument(written)
      problems.push(...diagnostics.map((one) => placed(file, one)))
      if (document === undefined) return []
      const expect = resultOf(document)
      if (typeof expect === 'string') problems.push(`${file}: ${expect}`)
      else {
        const { title, explanation: sentence, scenario } = document
        return [
          {
            id,
            group,
            title,
            sentence,
            ...(note !== undefined && { note }),
            ...(expected && { expected }),
            ...(counterpart && { counterpart }),
            scenario,
            expect,
          },
        ]
      }
      return []
    }),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return examples
}

/**
 * The routes of the gallery after the first steps, in their order. Throws an error with every name of no example, each with its
 * line.
 */
export function readRoutes(read: ReadFile): readonly Route[] {
  const { written, at } = readList(read)
  const known = new Set(
    written.groups.flatMap(({ examples }) => examples.map((one) => (typeof one === 'string' ? one : one.id))),
  )
  const problems = written.routes.flatMap((route, index) =>
    LEVELS.flatMap((level) =>
      (route[level] ?? []).flatMap((id, stop) =>
        known.has(id)
          ? []
          : [
              at('unknown-example', `No group has an example “${id}”.`, 'Name it there.', [
                'routes',
                index,
                level,
                stop,
              ]),
            ],
      ),
    ),
  )
  if (problems.length > 0) throw new Error(problems.map((one) => placed(GALLERY, one)).join('\n'))
  return written.routes
}

function readList(read: ReadFile) {
  const { written, diagnostics, at } = readShaped(read(GALLERY) ?? '', KIND)
  if (written === undefined) throw new Error(diagnostics.map((one) => placed(GALLERY, one)).join('\n'))
  return { written, at }
}

/** The result that an example must have, or what its document lacks. */
function resultOf({ title, explanation, expect }: ScenarioDocument): ExpectedResult | string {
  if (title === '' || explanation === '') return 'An example needs a title and an explanation.'
  const [expected, ...more] = expect
  const { checks, constraint, impersonatedUser } = expected ?? {}
  const code = CODES.find((one) => one === expected?.code)
  if (code === undefined || checks === undefined || more.length > 0)
    return `An example has one entry in “expect”, with “checks”, and with a “code” of ${CODES.join(', ')}.`
  const { groups } = impersonatedUser ?? {}
  return { code, checks, ...(constraint !== undefined && { constraint }), ...(groups && { groups }) }
}
