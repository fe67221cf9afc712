import type { Scenario } from '@authz-playground/engine'
import type { ComponentType } from 'react'
import type { ClusterText } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { DefaultRoles } from './DefaultRoles.tsx'
import {
  PolicyPanel,
  SchemaPanel,
  StoredObjectPanel,
  StoredObjectsPanel,
  WebhookChangesPanel,
  WebhookPanel,
} from './panels.tsx'

/** A text of the cluster, and the tab that it has. */
interface TextOfCluster {
  readonly title: string
  readonly Panel: ComponentType
  /** Whether the scenario has anything to do with it: without, there is no tab. Absent where there always is one. */
  offered?(scenario: Scenario, designs: Designs): boolean
}

/** What is known of the designs; nothing before the first answer. */
type Designs = AnswerView['designs']

function readsChanges({ design }: Scenario, designs: Designs): boolean {
  return designs.find(({ id }) => id === design)?.readsChanges === true
}

/** The texts in the order of their tabs. */
export const TEXTS: Readonly<Record<ClusterText, TextOfCluster>> = {
  policy: { title: 'Policy', Panel: PolicyPanel },
  storedObject: { title: 'Stored object', Panel: StoredObjectPanel, offered: readsChanges },
  webhookChanges: { title: 'Webhook changes', Panel: WebhookChangesPanel, offered: readsChanges },
  schema: { title: 'Schema', Panel: SchemaPanel, offered: readsChanges },
  objects: {
    title: 'Stored objects',
    Panel: StoredObjectsPanel,
    // Beside the one object that is changed, those of the Node authorizer are told apart by showing where it is asked.
    offered: (scenario, designs) =>
      !readsChanges(scenario, designs) ||
      scenario.cluster.authorizationModes.includes('Node') ||
      (scenario.objects ?? '') !== '',
  },
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
