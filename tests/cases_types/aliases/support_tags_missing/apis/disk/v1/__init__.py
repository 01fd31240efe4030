# +k8s:deepcopy-gen=package
# +k8s:defaulter-gen=TypeMeta
# +k8s:validation-gen=TypeMeta
"""Version one."""
