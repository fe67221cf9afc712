import { readPolicy, type Scenario } from '@authz-playground/engine'
import { type GoalsDocument, looksLikeGoals, readGoalsDocument } from '@authz-playground/engine/internal/scenario-file'
import { type Files, type InputFile, type ManifestTexts, STDIN } from '../files.ts'
import { textsOf } from '../flag-input.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { type PlaceInDocument, placesOfValues } from '../input.ts'
import { problemOf, Refused, refusedInput } from '../problem.ts'
import { readCommandSettings, SETTING_FLAGS, withSettings } from '../settings.ts'
import { type JoinedText, joinedTexts, type PlaceOf, printPlace } from '../text-places.ts'
import type { GoalsOfDocument } from './check-goals.ts'

/** Flags for the policy and the cluster that goals are about. */
export const GOALS_FLAGS: readonly Flag[] = [
  {
    name: 'policy',
    value: 'FILE,FOLDER/',
    many: true,
    help: 'the policy of documents with goals alone; without it the folder in which such a document lies',
  },
  {
    name: 'start',
    value: 'FILE,FOLDER/',
    many: true,
    help: 'the policy that the goals “nothing changes” and “nothing else changes” compare with',
  },
  { name: 'objects', value: 'FILE', many: true, help: 'pods and volumes for the Node authorizer, beside --policy' },
  { name: 'webhook', value: 'FILE', help: 'reviews and the answers of the webhook, beside --policy' },
  ...SETTING_FLAGS,
]

/** A document with goals alone. */
export interface GoalsInput {
  readonly kind: 'goals'
  /** The file. */
  readonly name: string
  readonly document: GoalsDocument
  readonly at: PlaceInDocument
}

/** Reads a file as a document with goals alone; undefined where it is something else. Throws `Refused`. */
export function readGoalsInput(file: InputFile): GoalsInput | undefined {
  const { name, text } = file
  if (!looksLikeGoals(text)) return undefined
  const { document, diagnostics } = readGoalsDocument(text)
  if (document === undefined)
    throw new Refused(...diagnostics.map((one) => problemOf(one, printPlace(name, one.range))))
  return { kind: 'goals', name, document, at: placesOfValues(file) }
}

/** The policies of goals, by the flags of a command. */
export interface GoalsPolicies {
  /**
   * A scenario with the policy that flags give for a document with goals alone, or that of its folder, and notes on the files that
   * were left out. Its request is empty, and nobody sends it. Throws `Refused`.
   */
  readonly scenarioOf: (
    input: GoalsInput,
  ) => Pick<GoalsOfDocument, 'scenario' | 'placeOf'> & Pick<ManifestTexts, 'remarks'>
  /** The policy to compare with; undefined where no flag names one. */
  readonly start: string | undefined
}

/**
 * Reads the flags. Throws `Refused` where a flag has an unsupported value, where the policy of `--start` has errors, and where
 * flags are about documents with goals alone, and `inputs` has none, nor one that is not read.
 */
export function goalsPolicies(
  words: CommandWords,
  files: Files,
  inputs: readonly { readonly kind: string }[],
): GoalsPolicies {
  const settings = readCommandSettings(words)
  const given = GOALS_FLAGS.find(({ name }) => name !== 'start' && words.all(name).length > 0)
  if (given !== undefined && !inputs.some(({ kind }) => kind === 'goals' || kind === 'unread')) {
    const message = 'No file here has goals alone; a scenario document has its own policy and cluster.'
    throw refusedInput(`--${given.name}`, message, 'Leave the flag out, or name a document with goals.')
  }
  const named = textsOf('policy', words, files)
  const objects = textsOf('objects', words, files)
  const webhook = textsOf('webhook', words, files)
  const scenarioOf: GoalsPolicies['scenarioOf'] = ({ name, document }) => {
    const policy = named ?? folderOf(name, files)
    refuseIncomplete(policy)
    const { design, assumptions, cluster } = document
    const scenario: Scenario = {
      version: 2,
      policy: policy.text,
      request: { form: 'http', text: '' },
      requestor: { username: '' },
      cluster,
      design,
      ...(assumptions && { assumptions }),
      ...(objects && { objects: objects.text }),
      ...(webhook && { webhook: webhook.text }),
    }
    const texts = { policy, objects, webhook }
    const placeOf: PlaceOf = (place) => {
      const { source } = place
      if (source === 'default-roles') return printPlace('default roles', place)
      const text = source === 'policy' || source === 'objects' || source === 'webhook' ? texts[source] : undefined
      return text === undefined ? name : text.placeOf(place)
    }
    return { scenario: withSettings(scenario, settings), placeOf, remarks: policy.remarks }
  }
  return { scenarioOf, start: startOf(words, files) }
}

type PolicyTexts = JoinedText & Pick<ManifestTexts, 'remarks'>

/** The manifests of the folder in which a file lies, without that file. */
function folderOf(path: string, files: Files): PolicyTexts {
  const folder = folderName(path)
  const below = path === STDIN ? undefined : files.below(folder, (name) => /\.(ya?ml|json)$/i.test(name))
  if (below === undefined) {
    throw refusedInput(path, 'The policy of these goals is not known.', 'Write --policy FILE or --policy FOLDER/.')
  }
  const { texts, remarks } = files.among(below.filter((one) => one !== path))
  if (texts.length === 0) {
    const message = `${folder === '.' ? 'Its folder' : `The folder ${folder}`} has no policy beside these goals.`
    throw refusedInput(path, message, 'Write --policy FILE or --policy FOLDER/.')
  }
  return { ...joinedTexts(texts), remarks: remarks.filter(({ at }) => at !== path) }
}

function folderName(path: string): string {
  return path.slice(0, path.search(/[^\\/]*$/)).replace(/(.)[\\/]+$/, '$1') || '.'
}

/** A policy without objects that were in it would fulfil goals that somebody cannot do something. */
function refuseIncomplete({ remarks }: PolicyTexts): void {
  const missing = remarks.filter(({ severity }) => severity === 'warning')
  if (missing.length > 0) throw new Refused(...missing.map((one) => ({ ...one, severity: 'error' as const })))
}

function startOf(words: CommandWords, files: Files): string | undefined {
  const texts = textsOf('start', words, files)
  if (texts === undefined) return undefined
  const errors = readPolicy(texts.text).diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Refused(...errors.map((one) => problemOf(one, texts.placeOf(one.range))))
  return texts.text
}
