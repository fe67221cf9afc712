export { attributesOf } from './attributes.ts'
export type { BodyFields } from './body-fields.ts'
export { printClientGo } from './client-go.ts'
export { readCurl } from './curl.ts'
export { printCurl } from './curl-print.ts'
export { printFieldRequirement } from './field-selector.ts'
export {
  type FieldChanges,
  fieldProblem,
  fieldsOf,
  METHOD_OF_VERB,
  type RequestFields,
  type ResourceFields,
  withFields,
} from './fields.ts'
export { goUnquote, goUnquoteList } from './go-unquote.ts'
export { escapePath, targetOfParts } from './go-url.ts'
export { goQuote } from './goprint.ts'
export { canonicalHeaderName } from './header-names.ts'
export { readHTTP } from './http.ts'
export { printHTTP } from './http-print.ts'
export { readHTTPWithoutAdvice } from './http-reader.ts'
export { type Target, targetOf } from './impersonation.ts'
export { type ExtraField, type ImpersonationFields, withImpersonation } from './impersonation-fields.ts'
export { printKubeconfig } from './kubeconfig.ts'
export { readKubectlChanging } from './kubectl-changing.ts'
export { readKubectlConnecting } from './kubectl-connecting.ts'
export { readKubectlCreating } from './kubectl-creating.ts'
export { type KubectlFamily, kubectlFamily } from './kubectl-family.ts'
export { readKubectlGranting } from './kubectl-granting.ts'
export { impersonationFlags } from './kubectl-impersonation.ts'
export { readKubectlLooking } from './kubectl-looking.ts'
export { printKubectl, rawCommand } from './kubectl-print.ts'
export { RAW_READING, type RawReading } from './kubectl-raw.ts'
export { readKubectlStarting } from './kubectl-starting.ts'
export { printLabelRequirement } from './label-selector.ts'
export { detectForm, readRequest } from './read-request.ts'
export type { Header, HTTPRequest, PrintedRequest, ReadRequest, RequestForm, RequestText } from './request.ts'
export { type AttributesReader, type AttributesResult, attributesBy } from './request-line.ts'
export { type ResourceLocation, resourcePath } from './resource-path.ts'
export { API_RESOURCES, type APIResource, type FoundResource, findResource, resourceInGroup } from './resources.ts'
export { SELECTOR_READING, type SelectorReading } from './selectors.ts'
export { hereDocument, quoteWord } from './shell-quoting.ts'
export { printedTarget } from './target.ts'
