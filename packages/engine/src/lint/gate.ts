import { type ClusterSettings, featureEnabled } from '../cluster/index.ts'
import type { LintDesign } from './finding.ts'

/** Whether a cluster asks for the verbs of constrained impersonation, as the parts of a message around “this allows …”. */
export interface AskedWhen {
  /** The cluster does not ask for them. */
  readonly isOff: boolean
  /** The sentence before, and the beginning of the one that says what is allowed. */
  readonly lead: string
  /** A sentence after it; may be empty. */
  readonly end: string
}

/** When a design asks for the verbs of its modes, as seen from a cluster. Absent: any cluster. */
export function askedWhen(
  { gate }: LintDesign,
  cluster: Pick<ClusterSettings, 'version' | 'constrainedImpersonation'> | undefined,
): AskedWhen {
  const name = gate?.name ?? ''
  const first = Object.entries(gate?.defaults ?? {}).find(([, state]) => state === 'on')?.[0]
  const from = first === undefined ? `With the gate ${name} on,` : `From Kubernetes ${first} on,`
  const older = { isOff: false, lead: from, end: ' Older versions allow no impersonation by it.' }
  if (gate === undefined || cluster === undefined) return older
  const { version } = cluster
  const byDefault = gate.defaults[version] === 'on'
  if (featureEnabled({ gate }, cluster)) {
    if (byDefault) return older
    return { isOff: false, lead: `With the gate ${name} on, as here,`, end: ' Without it, it allows no impersonation.' }
  }
  return byDefault
    ? {
        isOff: true,
        lead: `With the gate ${name} off, as here, this allows no impersonation. With the gate on,`,
        end: '',
      }
    : { isOff: true, lead: `Kubernetes ${version} allows no impersonation by this. ${from}`, end: '' }
}
