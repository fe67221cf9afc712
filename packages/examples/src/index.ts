import { adopterExamples } from './adopters.ts'
import { alternativeExamples } from './alternatives.ts'
import { anyNodeExamples } from './any-node.ts'
import { compiledExamples } from './compiled.ts'
import { compoundExamples } from './compound.ts'
import { conditionSetExamples } from './condition-sets.ts'
import { conditionalExamples } from './conditional.ts'
import { connectionExamples } from './connections.ts'
import { declaredRuleExamples } from './declared-rules.ts'
import { defaultRoleExamples } from './default-roles.ts'
import { docsExamples } from './docs.ts'
import { edgeExamples } from './edges.ts'
import type { Example } from './example.ts'
import { fineGrainedExamples } from './fine-grained.ts'
import { impersonatorExamples } from './impersonators.ts'
import { kepExamples } from './kep.ts'
import { kepTestExamples } from './kep-tests.ts'
import { nodeExamples } from './node-authorizer.ts'
import { sequenceExamples } from './sequences.ts'
import { tutorialExamples } from './tutorials.ts'
import { webhookExamples } from './webhook.ts'
import { writingExamples } from './writing.ts'

/** All examples, by their documents. The first one is what the playground opens on. {@link ROUTES} orders the gallery. */
export const EXAMPLES: readonly Example[] = [
  ...docsExamples,
  ...anyNodeExamples,
  ...kepExamples,
  ...kepTestExamples,
  ...writingExamples,
  ...alternativeExamples,
  ...declaredRuleExamples,
  ...conditionalExamples,
  ...compiledExamples,
  ...compoundExamples,
  ...conditionSetExamples,
  ...connectionExamples,
  ...nodeExamples,
  ...webhookExamples,
  ...sequenceExamples,
  ...defaultRoleExamples,
  ...impersonatorExamples,
  ...adopterExamples,
  ...tutorialExamples,
  ...edgeExamples,
  ...fineGrainedExamples,
]

export type { Example, ExampleForm, Expected, ExpectedResult } from './example.ts'
export { ROUTES } from './routes.ts'
