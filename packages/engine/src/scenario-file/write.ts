import { gatesOf } from '../cluster/index.ts'
import type { SentRequest } from '../decide/index.ts'
import type { PlainUser } from '../kube/index.ts'
import { yamlOf } from '../yaml/index.ts'
import type { ScenarioDocument } from './read.ts'
import { DOCUMENT_VERSION, type WrittenDocument, type WrittenRequest } from './schema.ts'

/** A scenario document as YAML for people: texts as blocks where possible, defaults omitted. */
export function writeScenarioDocument(document: ScenarioDocument): string {
  return yamlOf(writtenDocument(document))
}

/** A scenario document as a plain value, ready for JSON. Reading it gives the same document. */
export function writtenDocument({
  title,
  explanation,
  scenario,
  step,
  expect,
  goals = [],
}: ScenarioDocument): WrittenDocument {
  const { policy, objects, webhook, storedObject, webhookChanges, schema, cluster } = scenario
  const { design, designText, assumptions } = scenario
  const { earlier = [], later = [], requestor, authorizationConfig } = scenario
  const sent = [...earlier, scenario, ...later]
  const view = {
    ...(later.length > 0 && { request: earlier.length + 1 }),
    ...(step !== undefined && { step }),
  }
  return {
    version: DOCUMENT_VERSION,
    ...(title !== '' && { title }),
    ...(explanation !== '' && { explanation }),
    design,
    ...(designText !== undefined && { designText }),
    ...(assumptions && { assumptions }),
    cluster: {
      version: cluster.version,
      ...gatesOf(cluster),
      authorizationModes: [...cluster.authorizationModes],
      ...(cluster.defaultRoles !== undefined && { defaultRoles: cluster.defaultRoles }),
      ...(authorizationConfig !== undefined && { authorizationConfig }),
    },
    requestor: writtenUser(requestor),
    ...(sent.length === 1
      ? { request: writtenRequest(scenario, requestor) }
      : { requests: sent.map((one) => writtenRequest(one, requestor)) }),
    policy,
    ...(objects !== undefined && { objects }),
    ...(webhook !== undefined && { webhook }),
    ...(storedObject !== undefined && { storedObject }),
    ...(webhookChanges !== undefined && { webhookChanges }),
    ...(schema !== undefined && { schema }),
    ...(Object.keys(view).length > 0 && { view }),
    ...(expect.length > 0 && { expect: [...expect] }),
    ...(goals.length > 0 && { goals: [...goals] }),
  }
}

function writtenRequest({ request, requestor, after }: SentRequest, usual: PlainUser): WrittenRequest {
  return {
    [request.form]: request.text,
    ...(JSON.stringify(requestor) !== JSON.stringify(usual) && { requestor: writtenUser(requestor) }),
    ...(after !== undefined && { after }),
  }
}

function writtenUser({ username, uid, groups, extra }: PlainUser) {
  return {
    username,
    ...(uid !== undefined && { uid }),
    ...(groups && { groups: [...groups] }),
    ...(extra && { extra }),
  }
}
