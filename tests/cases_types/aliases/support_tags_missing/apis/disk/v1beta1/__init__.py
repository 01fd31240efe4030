# either: support-generation-not-enabled[?]
# +k8s:deepcopy-gen=package
# +k8s:defaulter-gen=TypeMeta
