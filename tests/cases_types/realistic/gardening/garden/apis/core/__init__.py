# +k8s:deepcopy-gen=package
# +groupName=core.garden
GROUP_NAME = "core.garden"
