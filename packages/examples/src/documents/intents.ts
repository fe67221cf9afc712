import type { Diagnostic } from '@authz-playground/engine'
import { DOCUMENT, type ValueOf } from '@authz-playground/engine/documents'
import {
  type DocumentKind,
  fits,
  type JsonPath,
  mapping,
  readShaped,
  unknownDesigns,
} from '@authz-playground/engine/internal/scenario-file'
import type { SourceDocument } from '../arguments/index.ts'
import { ASKED_VERBS, type MadeIntent, type NoWay, type Said, type Way } from '../intents/index.ts'
import { readSources } from './claims.ts'
import { placed, type ReadFile } from './file.ts'

/** The list of all intents, beside the folder `intents`. */
export const INTENTS_LIST = 'intents.yaml'

const text = { is: 'text' } as const
const texts = { is: 'list', of: text } as const
const boolean = { is: 'boolean' } as const
const { requestor } = DOCUMENT.fields

const LIST_SHAPE = mapping({ version: { is: 'one', of: [1] }, intents: texts }, 'version', 'intents')

const LIST_KIND: DocumentKind<ValueOf<typeof LIST_SHAPE>> = {
  shape: LIST_SHAPE,
  fits: (value) => fits(value, LIST_SHAPE),
  version: 1,
  what: 'the list of the intents',
}

const SAID = mapping({ source: text, section: text, quote: text }, 'source', 'section', 'quote')

const WANTED = mapping(
  {
    what: text,
    requestor,
    verb: { is: 'one', of: ASKED_VERBS },
    resource: mapping(
      { group: text, version: text, resource: text, subresource: text, kind: text },
      'group',
      'version',
      'resource',
      'kind',
    ),
    namespace: text,
    name: text,
    fieldSelector: text,
    as: mapping({ username: text, groups: texts }, 'username', 'groups'),
  },
  'what',
  'verb',
  'resource',
  'namespace',
  'name',
  'as',
)

const CLASS = {
  is: 'list',
  of: mapping({
    node: text,
    verbs: { is: 'list', of: { is: 'one', of: ASKED_VERBS } },
    resource: text,
    group: text,
    namespace: text,
    name: text,
    fieldSelector: text,
    itself: boolean,
    as: mapping({ users: texts, except: texts, groups: texts }, 'users'),
  }),
} as const

const SHAPE = mapping(
  {
    version: { is: 'one', of: [1] },
    title: text,
    sentence: text,
    said: SAID,
    authorizationModes: DOCUMENT.fields.cluster.fields.authorizationModes,
    requestor,
    wanted: { is: 'list', of: WANTED, notEmpty: true },
    meant: CLASS,
    harmless: CLASS,
    leftToAuthorizers: text,
    objects: text,
    ways: {
      is: 'list',
      of: mapping(
        {
          designs: texts,
          cannot: text,
          limit: text,
          said: SAID,
          spell: mapping({
            header: mapping({ name: text, value: text }, 'name', 'value'),
            nodesGroup: boolean,
            ownNodeAsItself: boolean,
          }),
          policy: text,
        },
        'designs',
      ),
    },
  },
  'version',
  'title',
  'sentence',
  'authorizationModes',
  'requestor',
  'wanted',
  'meant',
  'ways',
)

const KIND: DocumentKind<ValueOf<typeof SHAPE>> = {
  shape: SHAPE,
  fits: (value) => fits(value, SHAPE),
  version: 1,
  what: 'an intent',
}

/**
 * The intents in their order. Throws an error with every problem, each with its file and line: a file that is missing, a field
 * that is unknown or missing, a source or a design that there is not.
 */
export function readIntents(read: ReadFile): readonly MadeIntent[] {
  const { written, diagnostics } = readShaped(read(INTENTS_LIST) ?? '', LIST_KIND)
  if (written === undefined) throw new Error(diagnostics.map((one) => placed(INTENTS_LIST, one)).join('\n'))
  const sources = readSources(read)
  const problems: string[] = []
  const intents = written.intents.flatMap((id): readonly MadeIntent[] => {
    const file = `intents/${id}.yaml`
    const found = read(file)
    if (found === undefined) {
      problems.push(`${INTENTS_LIST}: ${id} has no file ${file}.`)
      return []
    }
    const { made, diagnostics } = readIntent(id, found, sources)
    problems.push(...diagnostics.map((one) => placed(file, one)))
    return made === undefined ? [] : [made]
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return intents
}

/** What a document of an intent says. */
export interface ReadIntent {
  /** Absent where any part was not understood. */
  readonly made?: MadeIntent
  readonly diagnostics: readonly Diagnostic[]
}

/** An intent of its document, by the sources that there are. Never throws. */
export function readIntent(id: string, found: string, sources: Readonly<Record<string, SourceDocument>>): ReadIntent {
  const { written: intent, diagnostics, at } = readShaped(found, KIND)
  if (intent === undefined) return { diagnostics }
  const problems: Diagnostic[] = []
  const wrong = (message: string, fix: string, ...path: JsonPath): void => {
    problems.push(at('wrong-intent', message, fix, path))
  }
  const quoted = ({ source, ...rest }: ValueOf<typeof SAID>, ...path: JsonPath): Said => {
    const known = sources[source]
    const fix = `The sources are ${Object.keys(sources).join(', ')}.`
    if (known === undefined) wrong(`There is no source “${source}”.`, fix, ...path, 'said', 'source')
    return { document: known?.title ?? source, ...rest }
  }
  const { version: _, said, requestor, wanted, ways, ...rest } = intent
  const made: MadeIntent = {
    id,
    ...rest,
    ...(said && { said: quoted(said) }),
    wanted: wanted.map(({ what, requestor: own = requestor, ...asked }) => ({
      what,
      asked: { requestor: own, ...asked },
    })) as MadeIntent['wanted'],
    ways: ways.map(({ said, policy, cannot, limit, spell, designs }, index): Way | NoWay => {
      const expect = designs.map((design) => ({ design }))
      for (const { message, fix, path } of unknownDesigns({ expect })) {
        wrong(message, fix, 'ways', index, 'designs', path[1] ?? 0)
      }
      const same = { designs, ...(said && { said: quoted(said, 'ways', index) }) }
      if (policy !== undefined && cannot === undefined) {
        return { ...same, policy, ...(limit !== undefined && { limit }), ...(spell && { spell }) }
      }
      if (cannot === undefined || policy !== undefined || limit !== undefined || spell !== undefined) {
        wrong('A way has a policy, or says why there cannot be one.', 'Write policy: or cannot:.', 'ways', index)
      }
      return { ...same, cannot: cannot ?? '' }
    }),
  }
  return problems.length > 0 ? { diagnostics: problems } : { made, diagnostics }
}
