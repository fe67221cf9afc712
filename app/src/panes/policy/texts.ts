import { OWN_DESIGN, type Scenario } from '@authz-playground/engine'
import type { ComponentType } from 'react'
import type { ClusterText } from '../../session/index.ts'
import { lazyPane } from '../../ui/index.ts'
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

// Few clusters have such a file.
const authorizers = lazyPane('Authorizers', () =>
  import('./AuthorizationConfigPanel.tsx').then(({ AuthorizationConfigPanel }) => AuthorizationConfigPanel),
)

// Few people write a design.
const ownDesign = lazyPane('Design', () =>
  import('./DesignTextPanel.tsx').then(({ DesignTextPanel }) => DesignTextPanel),
)

/** A text of the cluster, and its tab. */
interface TextOfCluster {
  readonly title: string
  readonly Panel: ComponentType
  /** Whether the scenario uses the text; without it there is no tab. Absent for texts that always have one. */
  offered?(scenario: Scenario, designs: Designs, inLesson: boolean): boolean
}

/** The designs; undefined before the first answer. */
type Designs = AnswerView['designs']

function readsChanges({ design }: Scenario, designs: Designs): boolean {
  return designs.find(({ id }) => id === design)?.readsChanges === true
}

/** The texts in the order of their tabs. */
export const TEXTS: Readonly<Record<ClusterText, TextOfCluster>> = {
  policy: { title: 'Policy', Panel: PolicyPanel },
  designText: {
    title: 'Design',
    Panel: ownDesign.Shown,
    offered: ({ design, designText = '' }) => design === OWN_DESIGN || designText !== '',
  },
  storedObject: { title: 'Stored object', Panel: StoredObjectPanel, offered: readsChanges },
  webhookChanges: { title: 'Webhook changes', Panel: WebhookChangesPanel, offered: readsChanges },
  schema: { title: 'Schema', Panel: SchemaPanel, offered: readsChanges },
  objects: {
    title: 'Stored objects',
    Panel: StoredObjectsPanel,
    // The stored objects of the Node authorizer have this tab only where that authorizer is a mode, so that they are
    // not confused with the one object that the request changes.
    // A lesson that has none shows none.
    offered: (scenario, designs, inLesson) =>
      (!inLesson && !readsChanges(scenario, designs)) ||
      scenario.cluster.authorizationModes.includes('Node') ||
      (scenario.objects ?? '') !== '',
  },
  webhook: {
    title: 'Webhook',
    Panel: WebhookPanel,
    // Few clusters have a webhook, so the tab appears only with its mode.
    offered: ({ cluster, webhook = '' }) => cluster.authorizationModes.includes('Webhook') || webhook !== '',
  },
  authorizationConfig: {
    title: 'Authorizers',
    Panel: authorizers.Shown,
    offered: ({ authorizationConfig = '' }) => authorizationConfig !== '',
  },
  'default-roles': {
    title: 'Default roles',
    Panel: DefaultRoles,
    offered: ({ cluster }) => cluster.defaultRoles === true,
  },
}
