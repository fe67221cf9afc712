package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/certificates"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/apis/resource"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	"k8s.io/kubernetes/pkg/apis/storage"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/node"
)

// graphOf fills the Node authorizer's graph as its informers do, in the order of the documents. Objects of other kinds
// are of no account to it.
func graphOf(text string) (*node.Graph, error) {
	graph := node.NewGraph()
	return graph, eachDocument(text, func(object runtime.Object) error {
		switch object := object.(type) {
		case *core.Pod:
			pod, err := released[*corev1.Pod](object, corev1.SchemeGroupVersion)
			if err != nil {
				return err
			}
			if pod.Namespace == "" {
				pod.Namespace = metav1.NamespaceDefault
			}
			// Of documents about one pod the last counts, as if it were the one that is stored.
			if pod.Spec.NodeName != "" {
				graph.AddPod(pod)
			} else {
				graph.DeletePod(pod.Name, pod.Namespace)
			}
		case *core.PersistentVolume:
			volume, err := released[*corev1.PersistentVolume](object, corev1.SchemeGroupVersion)
			if err != nil {
				return err
			}
			graph.AddPV(volume)
		case *storage.VolumeAttachment:
			attachment, err := released[*storagev1.VolumeAttachment](object, storagev1.SchemeGroupVersion)
			if err != nil {
				return err
			}
			graph.AddVolumeAttachment(attachment.Name, attachment.Spec.NodeName)
		case *resource.ResourceSlice:
			slice, err := released[*resourcev1.ResourceSlice](object, resourcev1.SchemeGroupVersion)
			if err != nil {
				return err
			}
			nodeName := ""
			if slice.Spec.NodeName != nil {
				nodeName = *slice.Spec.NodeName
			}
			graph.AddResourceSlice(slice.Name, nodeName)
		case *certificates.PodCertificateRequest:
			request, err := released[*podCertificateRequest](object, certificatesVersion)
			if err != nil {
				return err
			}
			if request.Namespace == "" {
				request.Namespace = metav1.NamespaceDefault
			}
			graph.AddPodCertificateRequest(request)
		}
		return nil
	})
}

func released[T runtime.Object](object runtime.Object, version runtime.GroupVersioner) (T, error) {
	converted, err := legacyscheme.Scheme.ConvertToVersion(object, version)
	if err != nil {
		var none T
		return none, err
	}
	typed, ok := converted.(T)
	if !ok {
		return typed, fmt.Errorf("%T was not expected", converted)
	}
	return typed, nil
}
