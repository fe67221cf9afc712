import type { Scenario } from '@authz-playground/engine'
import type { ComponentType } from 'react'
import type { ClusterText } from '../scenario/places.ts'
import { DefaultRoles } from './DefaultRoles.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import { StoredObjectsPanel } from './StoredObjectsPanel.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'

/** A text of the cluster, and the tab that it has. */
interface TextOfCluster {
  readonly title: string
  readonly Panel: ComponentType<{ readonly enhance: boolean }>
  /** Whether the scenario has anything to do with it: without, there is no tab. Absent where there always is one. */
  offered?(scenario: Scenario): boolean
}

/** The texts in the order of their tabs. */
export const TEXTS: Readonly<Record<ClusterText, TextOfCluster>> = {
  policy: { title: 'Policy', Panel: PolicyPanel },
  objects: { title: 'Stored objects', Panel: StoredObjectsPanel },
  webhook: {
    title: 'Webhook',
    Panel: WebhookPanel,
    // Few clusters have one: it is told of where its mode is chosen.
    offered: ({ cluster, webhook = '' }) => cluster.authorizationModes.includes('Webhook') || webhook !== '',
  },
  'default-roles': {
    title: 'Default roles',
    Panel: DefaultRoles,
    offered: ({ cluster }) => cluster.defaultRoles === true,
  },
}
