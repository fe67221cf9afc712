/** Resources that Kubernetes served once, by API group, with the last minor version that did; empty for those of long ago. */
const FORMER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  extensions: {
    daemonsets: '1.15',
    deployments: '1.15',
    horizontalpodautoscalers: '',
    ingresses: '1.21',
    jobs: '',
    networkpolicies: '1.15',
    podsecuritypolicies: '1.15',
    replicasets: '1.15',
    replicationcontrollers: '',
    thirdpartyresources: '1.7',
  },
  policy: { podsecuritypolicies: '1.24' },
  batch: { scheduledjobs: '' },
  'settings.k8s.io': { podpresets: '1.19' },
  'auditregistration.k8s.io': { auditsinks: '1.18' },
  'admissionregistration.k8s.io': { initializerconfigurations: '1.13', externaladmissionhookconfigurations: '' },
  'networking.k8s.io': { clustercidrs: '1.28' },
  'resource.k8s.io': {
    podschedulingcontexts: '1.31',
    resourceclasses: '1.30',
    resourceclaimparameters: '1.30',
    resourceclassparameters: '1.30',
  },
}

/**
 * The last minor version of Kubernetes that served a resource which it no longer serves, empty where that is long ago; undefined
 * for any other resource.
 */
export function formerResource(group: string, resource: string): string | undefined {
  const found = Object.hasOwn(FORMER, group) ? FORMER[group] : undefined
  return found !== undefined && Object.hasOwn(found, resource) ? found[resource] : undefined
}

/** Whether Kubernetes had an API group that is gone as a whole. */
export function isFormerGroup(group: string): boolean {
  return group === 'extensions' || group === 'settings.k8s.io' || group === 'auditregistration.k8s.io'
}

/** What OpenShift served in the core group before its groups had names. Manifests that work everywhere name both. */
const OF_OPENSHIFT: ReadonlySet<string> = new Set(
  'builds buildconfigs clusternetworks deploymentconfigs egressnetworkpolicies hostsubnets identities images imagestreams imagestreamtags imagestreamimages imagestreammappings imagestreamimports netnamespaces oauthclients policies policybindings processedtemplates projects projectrequests roles rolebindings clusterroles clusterrolebindings rolebindingrestrictions routes securitycontextconstraints templates templateconfigs useridentitymappings groups users appliedclusterresourcequotas clusterresourcequotas'.split(
    ' ',
  ),
)

/**
 * Whether a resource in a group of Kubernetes is not of the offered versions and still served somewhere: by versions before them, or by
 * OpenShift.
 */
export function isServedElsewhere(group: string, resource: string): boolean {
  return formerResource(group, resource) !== undefined || (group === '' && OF_OPENSHIFT.has(resource))
}
