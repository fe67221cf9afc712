import type { GraphNode, Stage } from '@authz-playground/engine'

/** The three questions of impersonation, and that of designs which ask for a permission before them. */
const QUESTIONS: Readonly<Partial<Record<Stage, string>>> = {
  permission: 'May it impersonate like this at all?',
  action: 'May it do this as somebody else?',
  identity: 'May it be that somebody?',
  request: 'May that somebody do it?',
}

/** The heading of neighbouring checks. */
export interface StageHeading {
  readonly question: string
  /** The mode of impersonation that asks. */
  readonly mode?: string
}

/** The heading above a check of this node. Undefined for nodes whose checks are about no impersonation. */
export function stageHeading({ stage, mode }: Pick<GraphNode, 'stage' | 'mode'>): StageHeading | undefined {
  const question = stage && QUESTIONS[stage]
  return question === undefined ? undefined : { question, ...(mode !== undefined && { mode }) }
}
