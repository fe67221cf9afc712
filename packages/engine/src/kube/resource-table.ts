/**
 * The resources of kube-apiserver with its default and optional APIs switched on, by API group, in the order in which
 * clients prefer groups. Written by `pnpm conformance:resources` from the discovery of the releases
 * 1.33.5, 1.34.1, 1.35.4, 1.36.3, 1.37.2.
 *
 * A line is: plural, kind, short names, scope, versions (the one that clients get first), verbs, subresources. `-` is
 * none; `*` all eight verbs, with categories such as `all` after a plus; a subresource without verbs has get, patch and
 * update. Singulars are lower-cased kinds.
 *
 * What not every release has is marked: `@1.36-` from 1.36 on, `@-1.35` until 1.35, `@1.34-1.35`, `@1.36` in 1.36 alone.
 * A version or subresource without a mark is served wherever its resource is.
 */
export const BUILT_IN_RESOURCES: readonly (readonly [apiGroup: string, lines: string])[] = [
  [
    '',
    `
    bindings Binding - namespaced v1 create
    componentstatuses ComponentStatus cs cluster v1 get,list
    configmaps ConfigMap cm namespaced v1 *
    endpoints Endpoints ep namespaced v1 *
    events Event ev namespaced v1 *
    limitranges LimitRange limits namespaced v1 *
    namespaces Namespace ns cluster v1 create,delete,get,list,patch,update,watch finalize:update status
    nodes Node no cluster v1 * proxy:create,delete,get,patch,update status
    persistentvolumeclaims PersistentVolumeClaim pvc namespaced v1 * status
    persistentvolumes PersistentVolume pv cluster v1 * status
    pods Pod po namespaced v1 *+all attach:create,get binding:create ephemeralcontainers eviction:create exec:create,get log:get portforward:create,get proxy:create,delete,get,patch,update resize status
    podtemplates PodTemplate - namespaced v1 *
    replicationcontrollers ReplicationController rc namespaced v1 *+all scale status
    resourcequotas ResourceQuota quota namespaced v1 * status
    secrets Secret - namespaced v1 *
    serviceaccounts ServiceAccount sa namespaced v1 * token:create
    services Service svc namespaced v1 *+all proxy:create,delete,get,patch,update status
    `,
  ],
  [
    'apiregistration.k8s.io',
    `
    apiservices APIService - cluster v1 *+api-extensions status
    `,
  ],
  [
    'apps',
    `
    controllerrevisions ControllerRevision - namespaced v1 *
    daemonsets DaemonSet ds namespaced v1 *+all status
    deployments Deployment deploy namespaced v1 *+all scale status
    replicasets ReplicaSet rs namespaced v1 *+all scale status
    statefulsets StatefulSet sts namespaced v1 *+all scale status
    `,
  ],
  [
    'events.k8s.io',
    `
    events Event ev namespaced v1 *
    `,
  ],
  [
    'authentication.k8s.io',
    `
    selfsubjectreviews SelfSubjectReview - cluster v1 create
    tokenreviews TokenReview - cluster v1 create
    `,
  ],
  [
    'authorization.k8s.io',
    `
    localsubjectaccessreviews LocalSubjectAccessReview - namespaced v1 create
    selfsubjectaccessreviews SelfSubjectAccessReview - cluster v1 create
    selfsubjectrulesreviews SelfSubjectRulesReview - cluster v1 create
    subjectaccessreviews SubjectAccessReview - cluster v1 create
    `,
  ],
  [
    'autoscaling',
    `
    horizontalpodautoscalers HorizontalPodAutoscaler hpa namespaced v2,v1 *+all status
    `,
  ],
  [
    'batch',
    `
    cronjobs CronJob cj namespaced v1 *+all status
    jobs Job - namespaced v1 *+all status
    `,
  ],
  [
    'certificates.k8s.io',
    `
    certificatesigningrequests CertificateSigningRequest csr cluster v1 * approval status
    clustertrustbundles ClusterTrustBundle - cluster v1@1.37-,v1beta1,v1alpha1@-1.36 *
    podcertificaterequests@1.34- PodCertificateRequest - namespaced v1@1.37-,v1beta1@1.35-,v1alpha1@-1.34 * status
    `,
  ],
  [
    'networking.k8s.io',
    `
    ingressclasses IngressClass - cluster v1 *
    ingresses Ingress ing namespaced v1 * status
    ipaddresses IPAddress ip cluster v1,v1beta1@-1.36 *
    networkpolicies NetworkPolicy netpol namespaced v1 *
    servicecidrs ServiceCIDR - cluster v1,v1beta1@-1.36 * status
    `,
  ],
  [
    'policy',
    `
    poddisruptionbudgets PodDisruptionBudget pdb namespaced v1 * status
    `,
  ],
  [
    'rbac.authorization.k8s.io',
    `
    clusterrolebindings ClusterRoleBinding - cluster v1 *
    clusterroles ClusterRole - cluster v1 *
    rolebindings RoleBinding - namespaced v1 *
    roles Role - namespaced v1 *
    `,
  ],
  [
    'storage.k8s.io',
    `
    csidrivers CSIDriver - cluster v1 *
    csinodes CSINode - cluster v1 * status@1.37-
    csistoragecapacities CSIStorageCapacity - namespaced v1 *
    storageclasses StorageClass sc cluster v1 *
    volumeattachments VolumeAttachment - cluster v1 * status
    volumeattributesclasses VolumeAttributesClass vac cluster v1@1.34-,v1beta1@-1.36,v1alpha1@-1.34 *
    `,
  ],
  [
    'admissionregistration.k8s.io',
    `
    mutatingadmissionpolicies MutatingAdmissionPolicy - cluster v1@1.36-,v1beta1@1.34-,v1alpha1 *+api-extensions
    mutatingadmissionpolicybindings MutatingAdmissionPolicyBinding - cluster v1@1.36-,v1beta1@1.34-,v1alpha1 *+api-extensions
    mutatingwebhookconfigurations MutatingWebhookConfiguration - cluster v1 *+api-extensions
    validatingadmissionpolicies ValidatingAdmissionPolicy - cluster v1,v1beta1@-1.33 *+api-extensions status
    validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding - cluster v1,v1beta1@-1.33 *+api-extensions
    validatingwebhookconfigurations ValidatingWebhookConfiguration - cluster v1 *+api-extensions
    `,
  ],
  [
    'apiextensions.k8s.io',
    `
    customresourcedefinitions CustomResourceDefinition crd,crds cluster v1 *+api-extensions status
    `,
  ],
  [
    'scheduling.k8s.io',
    `
    compositepodgroups@1.37- CompositePodGroup - namespaced v1alpha3 * status
    podgroups@1.36- PodGroup - namespaced v1beta1@1.37-,v1alpha3@1.37-,v1alpha2@-1.36 * status
    priorityclasses PriorityClass pc cluster v1 *
    workloads@1.35- Workload - namespaced v1beta1@1.37-,v1alpha3@1.37-,v1alpha2@1.36,v1alpha1@-1.35 *
    `,
  ],
  [
    'coordination.k8s.io',
    `
    leasecandidates LeaseCandidate - namespaced v1beta1,v1alpha2 *
    leases Lease - namespaced v1 *
    `,
  ],
  [
    'node.k8s.io',
    `
    runtimeclasses RuntimeClass - cluster v1 *
    `,
  ],
  [
    'discovery.k8s.io',
    `
    endpointslices EndpointSlice - namespaced v1 *
    `,
  ],
  [
    'resource.k8s.io',
    `
    deviceclasses DeviceClass - cluster v1@1.34-,v1beta2,v1beta1,v1alpha3@-1.33 *
    devicetaintrules DeviceTaintRule - cluster v1@1.37-,v1beta2@1.36-,v1alpha3 * status@1.35-
    resourceclaims ResourceClaim - namespaced v1@1.34-,v1beta2,v1beta1,v1alpha3@-1.33 * status
    resourceclaimtemplates ResourceClaimTemplate - namespaced v1@1.34-,v1beta2,v1beta1,v1alpha3@-1.33 *
    resourcepoolstatusrequests@1.36- ResourcePoolStatusRequest - cluster v1alpha3 * status
    resourceslices ResourceSlice - cluster v1@1.34-,v1beta2,v1beta1,v1alpha3@-1.33 *
    `,
  ],
  [
    'flowcontrol.apiserver.k8s.io',
    `
    flowschemas FlowSchema - cluster v1 * status
    prioritylevelconfigurations PriorityLevelConfiguration - cluster v1 * status
    `,
  ],
  [
    'internal.apiserver.k8s.io',
    `
    storageversions StorageVersion - cluster v1alpha1 * status
    `,
  ],
  [
    'storagemigration.k8s.io',
    `
    storageversionmigrations StorageVersionMigration - cluster v1@1.37-,v1beta1@1.35-,v1alpha1@-1.34 * status
    `,
  ],
  [
    'lifecycle.k8s.io',
    `
    evictionrequests@1.37- EvictionRequest - namespaced v1alpha1 * status
    evictions@1.37- Eviction - namespaced v1alpha1 * status
    `,
  ],
]
