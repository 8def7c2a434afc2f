"""</script><img src=x onerror="window.broken=1"> <!-- ]]> """


def quoted(value="</script><script>window.broken=1</script>"):
    """</pre><svg onload="window.broken=1">"""
    return value
