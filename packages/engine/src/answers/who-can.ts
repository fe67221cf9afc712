import { type Cluster, unreadFor } from '../cluster/index.ts'
import { objectName } from '../explain/index.ts'
import { type Attributes, type ReadAction, resourceName } from '../kube/index.ts'
import { whoCan, whoCanInWords } from '../query/index.ts'
import type { RichText } from '../trace/index.ts'
import type { AnswerRow, AnswerSection } from './answer.ts'
import type { Remark } from './remarks.ts'
import { requestOfAction } from './row-requests.ts'
import { asFarAsRead, unaskedAboutRights, unjudged } from './unjudged.ts'

/** Who may do something. */
export interface WhoCanAnswer {
  readonly attributes: Attributes
  /** How many may, in a sentence. */
  readonly lead: RichText
  /** The subjects, each with every rule and binding that allows it. */
  readonly sections: readonly [AnswerSection]
  /** The bindings to roles that do not exist, in the API server’s words. */
  readonly errors: readonly string[]
  readonly remarks: readonly Remark[]
}

/** Answers who may do something. May throw `BeyondLimit`. */
export function whoCanAnswer(
  { attributes, remarks }: ReadAction,
  { rightsInForce: bound, settings, unread: all }: Cluster,
): WhoCanAnswer {
  const { subjects, errors } = whoCan(bound, attributes)
  const unread = unreadFor(all, attributes)
  const request = requestOfAction(attributes)
  const rows = subjects.map(({ ways, ...subject }): AnswerRow => {
    return { subject, words: [{ code: objectName(subject) }], evidence: ways, request }
  })
  return {
    attributes,
    lead: asFarAsRead(whoCanInWords({ subjects }, attributes), unread),
    sections: [
      {
        heading: [`who can ${actionText(attributes)}`],
        rows,
        otherwise: asFarAsRead(['Nobody.'], unread),
      },
    ],
    errors,
    remarks: [...remarks, ...unjudged(unread, bound), ...unaskedAboutRights(settings)],
  }
}

/** "get pods named web in namespace prod". */
function actionText(attributes: Attributes): string {
  const { verb, name, namespace, path, isResourceRequest } = attributes
  if (!isResourceRequest) return `${verb} ${path}`
  const where = namespace === '' ? 'cluster-wide' : `in namespace ${namespace}`
  return `${verb} ${resourceName(attributes)}${name === '' ? '' : ` named ${name}`} ${where}`
}
