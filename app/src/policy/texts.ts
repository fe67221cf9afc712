import type { Scenario } from '@authz-playground/engine'
import type { ComponentType } from 'react'
import type { ClusterText } from '../scenario/places.ts'
import { DefaultRoles } from './DefaultRoles.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import { StoredObjectsPanel } from './StoredObjectsPanel.tsx'

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
  'default-roles': {
    title: 'Default roles',
    Panel: DefaultRoles,
    offered: ({ cluster }) => cluster.defaultRoles === true,
  },
}
