import { type ClusterSettings, type Diagnostic, defaultRoles, type Policy, readPolicy } from '@authz-playground/engine'
import { type Rights, rightsOf } from '@authz-playground/engine/internal/rights'
import type { Files, InputFile } from './files.ts'
import { textsOf } from './flag-input.ts'
import type { CommandWords } from './flags.ts'
import { placedRemarks } from './placed-remarks.ts'
import { printPlace, type TextPosition } from './places.ts'
import { type CommandProblem, problemOf, Refused, refusedInput } from './problem.ts'
import { readCommandSettings } from './settings.ts'

/** A policy without a request, and the cluster in which it counts. */
export interface PolicyInput {
  readonly policy: Policy
  readonly bound: Rights
  /** The default roles; `cluster-admin` alone where they do not count. */
  readonly defaults: Policy
  /** The files that the text of the policy was joined from. */
  readonly files: readonly InputFile[]
  readonly cluster: ClusterSettings
  readonly placeOf: (place: TextPosition) => string
  /** Warnings and notes about the policy. */
  readonly remarks: readonly CommandProblem[]
}

/**
 * Reads the policy of `--policy`, under the settings of the other flags. The ClusterRole `cluster-admin` counts even where
 * other default roles do not. `withDefaults`: whether the default roles count where no flag says so. Throws `Refused` where the
 * policy has errors.
 */
export function readPolicyInput(
  words: CommandWords,
  files: Files,
  { withDefaults: usual = false }: { readonly withDefaults?: boolean } = {},
): PolicyInput {
  const texts = textsOf('policy', words, files)
  if (texts === undefined)
    throw refusedInput('--policy', 'There is no policy.', 'Write --policy FILE or --policy FOLDER/.')
  const { version = '1.36', authorizationModes = ['RBAC'], ...settings } = readCommandSettings(words)
  const { constrainedImpersonation, defaultRoles: withDefaults = usual } = settings
  const placeOf = (place: TextPosition): string =>
    place.source === 'default-roles' ? printPlace('default roles', place) : texts.placeOf(place)
  const defaults = withDefaults ? defaultRoles() : clusterAdmin()
  const read = readPolicy(texts.text, withDefaults ? { defaults } : {})
  const policy = withDefaults ? read : knowingClusterAdmin(read)
  const errors = policy.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Refused(...errors.map((error) => problemOf(error, placeOf(error.range))))
  return {
    policy,
    bound: rightsOf(policy, defaults),
    defaults,
    files: texts.files,
    cluster: {
      version,
      authorizationModes,
      ...(constrainedImpersonation !== undefined && { constrainedImpersonation }),
    },
    placeOf,
    remarks: [...texts.remarks, ...placedRemarks({ policy }, { placeOf, policyNamed: words.all('policy').join(',') })],
  }
}

const CLUSTER_ADMIN = 'cluster-admin'

/** The ClusterRole `cluster-admin` alone, which every cluster has, without its default binding. */
export function clusterAdmin(): Policy {
  const all = defaultRoles()
  return { ...all, roles: all.roles.filter(({ name }) => name === CLUSTER_ADMIN), bindings: [] }
}

/** The policy without warnings that the ClusterRole `cluster-admin` is missing. */
export function knowingClusterAdmin(policy: Policy): Policy {
  const { bindings, lines, diagnostics } = policy
  const refs = bindings
    .filter(({ roleRef }) => roleRef.kind === 'ClusterRole' && roleRef.name === CLUSTER_ADMIN)
    .map(({ roleRef }) => lines.range(roleRef.span))
  const isKnown = ({ code, range }: Diagnostic): boolean =>
    code === 'role-not-found' && refs.some(({ start, end }) => start <= range.start && range.end <= end)
  return refs.length === 0 ? policy : { ...policy, diagnostics: diagnostics.filter((one) => !isKnown(one)) }
}
