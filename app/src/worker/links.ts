// Links and scenario documents. A page that arrives by a link waits for this chunk: what reads pasted texts is not in it.
export {
  linkHash as link,
  readLinkHash as readLink,
  writeScenarioDocument as writeDocument,
} from '@authz-playground/engine/documents'
