import { type Cluster, unreadFor } from '../cluster/index.ts'
import { objectName } from '../explain/index.ts'
import { type Attributes, type ReadAction, resourceName, type SubjectName } from '../kube/index.ts'
import { whoCan, whoCanInWords } from '../query/index.ts'
import { subjectKey, subjectsInWords } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { plainText } from '../words/index.ts'
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
export function whoCanAnswer({ attributes, remarks }: ReadAction, cluster: Cluster): WhoCanAnswer {
  const { rightsInForce: bound, settings, unread: all } = cluster
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
    remarks: [
      ...remarks,
      ...ofConnection(subjects, attributes, cluster),
      ...unjudged(unread, bound),
      ...unaskedAboutRights(settings),
    ],
  }
}

/** Which of those who may connect by GET hold `create` as well, which the connection needs. */
function ofConnection(subjects: readonly SubjectName[], attributes: Attributes, cluster: Cluster): readonly Remark[] {
  const create = cluster.createToConnect(attributes)
  if (create === undefined) return []
  const creators = new Set(whoCan(cluster.rightsInForce, create).subjects.map(subjectKey))
  const both = subjects.filter((one) => creators.has(subjectKey(one)))
  if (both.length === subjects.length) return []
  const message = `A connection by GET needs create on ${resourceName(create)} as well. Of these, only ${plainText(subjectsInWords(both))} may do both by their own bindings.`
  return [{ severity: 'note', code: 'connection-needs-create', message }]
}

/** "get pods named web in namespace prod". */
function actionText(attributes: Attributes): string {
  const { verb, name, namespace, path, isResourceRequest } = attributes
  if (!isResourceRequest) return `${verb} ${path}`
  const where = namespace === '' ? 'cluster-wide' : `in namespace ${namespace}`
  return `${verb} ${resourceName(attributes)}${name === '' ? '' : ` named ${name}`} ${where}`
}
