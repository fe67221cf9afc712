import type { SubjectName } from '@authz-playground/engine'
import { printHTTP, withFields } from '@authz-playground/engine/internal/http'
import type { AnswerRequest } from '@authz-playground/engine/questions'
import { closeDialog, playground, workerApi } from '../../session/index.ts'
import { announce, reportLoadFailure } from '../../ui/index.ts'
import { requestOf, requestorOf } from './requests.ts'

/** Each request is a step of undo of its own. */
let shown = 0

/** Makes a request of a subject the one of the page, and closes the dialog. One step of undo takes it back. */
export async function putOnChart(
  subject: SubjectName,
  asked: AnswerRequest,
  groups: readonly string[] = [],
): Promise<void> {
  const requestor = requestorOf(subject, groups, asked.extra)
  const request = await requestText(asked)
  if (request === undefined) return reportLoadFailure('The request', () => void putOnChart(subject, asked, groups))
  shown += 1
  playground.getState().edit({ subject: `question ${shown}`, change: { requestor, request } })
  closeDialog()
  announce('On the flowchart')
}

async function requestText({ action, as }: AnswerRequest) {
  const { request: present, cluster } = playground.getState().scenario
  const impersonate = as && { username: as.username, groups: as.groups, uid: '', extra: [] }
  if (action !== undefined) {
    const request = requestOf(action, cluster.version)
    if (request === undefined) return undefined
    const { text } = printHTTP(impersonate?.username ? withFields(request, { impersonate }) : request)
    return { form: 'http', text } as const
  }
  if (impersonate === undefined) return present
  const printed = await workerApi()
    .rewrite(present, { impersonate })
    .catch(() => undefined)
  return printed && ({ form: 'http', text: printed.text } as const)
}

/** Whether a request can be put on the flowchart. */
export function isAskable(asked: AnswerRequest | undefined): asked is AnswerRequest {
  return asked !== undefined && (asked.action === undefined || requestOf(asked.action) !== undefined)
}
