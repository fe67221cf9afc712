import { type Cluster, type ClusterSettings, defaultRoles, readPolicy } from '@authz-playground/engine'
import { clusterOf, readingIn } from '@authz-playground/engine/internal/cluster'
import { NEWEST_VERSION } from '@authz-playground/engine/internal/kube'
import type { Files, ManifestTexts } from './files.ts'
import { textsOf } from './flag-input.ts'
import type { CommandWords } from './flags.ts'
import { placedRemarks } from './placed-remarks.ts'
import { type CommandProblem, problemOf, Refused, refusedInput } from './problem.ts'
import { readCommandSettings } from './settings.ts'
import { type JoinedText, printPlace, type TextPosition } from './text-places.ts'

/** A cluster whose policy was read from files. */
export interface PlacedCluster {
  readonly cluster: Cluster
  /** Maps a place in the policy, or in the default roles, to a place in a file. */
  readonly placeOf: (place: TextPosition) => string
  /** Warnings and notes about the files and the policy. */
  readonly remarks: readonly CommandProblem[]
}

/**
 * Reads the policy of `--policy`, under the settings of the other flags. Throws `Refused` where the policy has errors.
 *
 * @param usual the settings where no flag says otherwise
 */
export function readPolicyInput(
  words: CommandWords,
  files: Files,
  usual: Pick<ClusterSettings, 'defaultRoles'> = {},
): PlacedCluster & Pick<JoinedText, 'files'> {
  const texts = textsOf('policy', words, files)
  if (texts === undefined)
    throw refusedInput('--policy', 'There is no policy.', 'Write --policy FILE or --policy FOLDER/.')
  const {
    version = NEWEST_VERSION,
    authorizationModes = ['RBAC'],
    design: _,
    assume: __,
    ...given
  } = readCommandSettings(words)
  const settings = { ...usual, ...given, version, authorizationModes }
  return { ...placedCluster(texts, settings, words.all('policy').join(',')), files: texts.files }
}

/**
 * Reads a text as the policy of a cluster. Throws `Refused` where it has errors.
 *
 * @param policyNamed the value of `--policy`
 */
export function placedCluster(
  texts: Pick<JoinedText, 'text' | 'placeOf'> & Pick<ManifestTexts, 'remarks'>,
  settings: ClusterSettings,
  policyNamed?: string,
): PlacedCluster {
  const placeOf = (place: TextPosition): string =>
    place.source === 'default-roles' ? printPlace('default roles', place) : texts.placeOf(place)
  const cluster = policyCluster(texts.text, settings, placeOf)
  return { cluster, placeOf, remarks: [...texts.remarks, ...placedRemarks({ cluster }, { placeOf, policyNamed })] }
}

/**
 * The cluster of a policy's text, in which the roles are there that every cluster has, as far as the settings let them count.
 * Throws `Refused` where the policy has errors.
 */
export function policyCluster(
  text: string,
  settings: ClusterSettings,
  placeOf: (place: TextPosition) => string,
): Cluster {
  const defaults = defaultRoles(settings.version)
  const policy = readPolicy(text, readingIn(settings, defaults))
  const errors = policy.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Refused(...errors.map((error) => problemOf(error, placeOf(error.range))))
  return clusterOf(policy, settings, { defaultRoles: defaults })
}
