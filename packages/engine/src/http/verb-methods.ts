/** The verbs of requests about resources, and the methods that they are sent with. */
export const METHOD_OF_VERB: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['list', 'GET'],
  ['watch', 'GET'],
  ['create', 'POST'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETE'],
])
