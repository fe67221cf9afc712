// Requests in every form that people write: recognized, printed, and taken apart into the fields of a form.
export { printCurl } from './curl/index.ts'
export {
  type BodyFields,
  type ExtraField,
  type FieldChanges,
  fieldProblem,
  fieldsOf,
  type ImpersonationFields,
  METHOD_OF_VERB,
  type PrintedRequest,
  printHTTP,
  type RequestFields,
  type ResourceFields,
  type ResourceLocation,
  readHTTP,
  withFields,
} from './http/index.ts'
export {
  type ManifestFile,
  type ManifestFiles,
  manifestFiles,
  plainKustomization,
  printKubeconfig,
  printKubectl,
  withManifest,
} from './kubectl/index.ts'
export { detectForm, printClientGo } from './request/index.ts'
export { hereDocument, quoteWord } from './shell/index.ts'
