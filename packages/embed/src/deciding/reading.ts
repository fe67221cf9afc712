import {
  kubectlFamily,
  type ReadRequest,
  type RequestText,
  readHTTPWithoutAdvice,
  type Scenario,
  sentRequests,
} from '@authz-playground/engine'

/** How the requests of a scenario are read. What reads commands is loaded where they are, one kind of them alone. */
export async function readingFor(scenario: Scenario): Promise<(request: RequestText) => ReadRequest> {
  const kinds = new Set(sentRequests(scenario).map(({ request }) => kindOf(request)))
  kinds.delete('http')
  const [kind] = kinds
  const readCommand = kind === undefined ? undefined : await loadReader(kinds.size === 1 ? kind : 'any')
  return (request) =>
    request.form === 'http' || readCommand === undefined ? readHTTPWithoutAdvice(request.text) : readCommand(request)
}

type Kind = ReturnType<typeof kindOf>

function kindOf({ form, text }: RequestText) {
  return form === 'kubectl' ? (kubectlFamily(text) ?? 'any') : form
}

async function loadReader(kind: Kind): Promise<(request: RequestText) => ReadRequest> {
  if (kind === 'any' || kind === 'http') return (await import('./parts/requests.ts')).readRequest
  const { read } = await READERS[kind]()
  return ({ text }) => read(text)
}

const READERS = {
  looking: () => import('./parts/kubectl-looking.ts'),
  changing: () => import('./parts/kubectl-changing.ts'),
  connecting: () => import('./parts/kubectl-connecting.ts'),
  creating: () => import('./parts/kubectl-creating.ts'),
  curl: () => import('./parts/curl.ts'),
}
