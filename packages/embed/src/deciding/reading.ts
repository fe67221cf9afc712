import {
  kubectlFamily,
  type ReadRequest,
  type RequestText,
  type Scenario,
  sentRequests,
} from '@authz-playground/engine'
import { whenAsked } from './when-asked.ts'

/** How the requests of a scenario are read. What reads them is loaded, of each form and kind of command it alone. */
export async function readingFor(scenario: Scenario): Promise<(request: RequestText) => ReadRequest> {
  const kinds = new Set(sentRequests(scenario).map(({ request }) => kindOf(request)))
  const readers = new Map(await Promise.all([...kinds].map(async (kind) => [kind, await loadReader(kind)] as const)))
  return (request) => {
    const read = readers.get(kindOf(request))
    if (read === undefined) throw new Error(`nothing was loaded that reads ${request.form}`)
    return read(request)
  }
}

type Kind = ReturnType<typeof kindOf>

function kindOf({ form, text }: RequestText) {
  return form === 'kubectl' ? (kubectlFamily(text) ?? 'any') : form
}

async function loadReader(kind: Kind): Promise<(request: RequestText) => ReadRequest> {
  if (kind === 'any') return (await import('./parts/requests.ts')).readRequest
  const { read } = await READERS[kind]()
  return ({ text }) => read(text, rawReading)
}

const rawReading = whenAsked(async () => (await import('./parts/kubectl-raw.ts')).RAW_READING)

const READERS = {
  http: () => import('./parts/http.ts'),
  looking: () => import('./parts/kubectl-looking.ts'),
  changing: () => import('./parts/kubectl-changing.ts'),
  computing: () => import('./parts/kubectl-computing.ts'),
  connecting: () => import('./parts/kubectl-connecting.ts'),
  creating: () => import('./parts/kubectl-creating.ts'),
  granting: () => import('./parts/kubectl-granting.ts'),
  starting: () => import('./parts/kubectl-starting.ts'),
  curl: () => import('./parts/curl.ts'),
}
